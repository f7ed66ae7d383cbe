//! A whole database moves to another one, and its games go on there.

use fastrand::Rng;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::ClientMessage;
use ikibuguzo_store::{StoreError, copy};

use crate::support::{Bot, Http, TestDatabase, TestServer, command_id, new_game, seat_pair, spawn};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_game_goes_on_with_every_seq_and_every_seat() {
    Box::pin(moves_on(TestDatabase::sqlite(), TestDatabase::new().await)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_moved_moves_back() {
    Box::pin(moves_on(TestDatabase::new().await, TestDatabase::sqlite())).await;
}

#[tokio::test]
async fn what_is_not_there_is_not_copied() {
    let (from, to) = (TestDatabase::sqlite(), TestDatabase::sqlite());
    for attempt in 0..2 {
        let copied = copy(&from.url(), &to.url()).await;
        assert!(matches!(copied, Err(StoreError::Unavailable(_))), "{attempt}: {copied:?}");
    }
}

async fn moves_on(from: TestDatabase, to: TestDatabase) {
    let (mut server, address) = spawn(&from).await;
    let http = Http::new(address);
    let (over, [south, north]) = seat_pair(&http, new_game("ikibuguzo:choice", "fischer:600+5")).await;
    let mut chance = Rng::with_seed(91);
    let south = Bot::new(address, over, chance.u64(..)).seated(Seat::South, &south);
    let north = Bot::new(address, over, chance.u64(..)).seated(Seat::North, &north);
    tokio::join!(south.run(), north.run());
    let (live, players) = seat_pair(&http, new_game("kubuguza", "none")).await;
    let before = [http.events(over, 0).await, http.events(live, 0).await];
    server.kill().await.expect("SIGKILL");

    let copied = copy(&from.url(), &to.url()).await.expect("copied");
    assert!(copied.contains(&("game", 2)) && copied.contains(&("player", 4)), "{copied:?}");
    assert!(matches!(copy(&from.url(), &to.url()).await, Err(StoreError::NotEmpty)));

    let server = TestServer::start_with_games(to).await;
    let after = [server.http.events(over, 0).await, server.http.events(live, 0).await];
    assert_eq!(after, before);
    let act = ClientMessage::Act { game: live, id: command_id(), ply: 0, action: "O".to_owned() };
    let mut client = server.client(Some(&players[0])).await;
    assert_eq!(client.command(&act).await.expect("it goes on"), before[1].head + 1);
}
