//! Copies a whole database to another one, where its games continue.

use fastrand::Rng;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::ComputerLevel;
use ikibuguzo_store::{StoreError, copy};
use ikibuguzo_testing::{Bot, ServerCommand, TestDatabase, TestServer, act, new_game, start_game_with};

use crate::PROGRAM;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_game_continues_with_all_its_events_and_seats() {
    Box::pin(copy_and_continue(TestDatabase::sqlite(), TestDatabase::new().await)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_database_can_be_copied_back() {
    Box::pin(copy_and_continue(TestDatabase::new().await, TestDatabase::sqlite())).await;
}

#[tokio::test]
async fn a_missing_database_is_not_copied() {
    let (from, to) = (TestDatabase::sqlite(), TestDatabase::sqlite());
    for attempt in 0..2 {
        let copied = copy(&from.url(), &to.url()).await;
        assert!(matches!(copied, Err(StoreError::Unavailable(_))), "{attempt}: {copied:?}");
    }
}

async fn copy_and_continue(from: TestDatabase, to: TestDatabase) {
    let mut server = ServerCommand::new(PROGRAM).spawn(&from).await;
    let (http, address) = (server.http(), server.address());
    let (finished, [south, north]) =
        start_game_with(&http, new_game("ikibuguzo:choice", "fischer:600+5")).await;
    let mut rng = Rng::with_seed(91);
    let south = Bot::new(address, finished, rng.u64(..)).seated(Seat::South, &south);
    let north = Bot::new(address, finished, rng.u64(..)).seated(Seat::North, &north);
    tokio::join!(south.play_to_end(), north.play_to_end());
    let (live, seated) = start_game_with(&http, new_game("kubuguza", "none")).await;
    let before = [http.events(finished, 0).await, http.events(live, 0).await];
    server.kill().await;

    let copied = copy(&from.url(), &to.url()).await.expect("copied");
    let players = 4 + ComputerLevel::ALL.len() as u64;
    assert!(copied.contains(&("game", 2)) && copied.contains(&("player", players)), "{copied:?}");
    assert!(matches!(copy(&from.url(), &to.url()).await, Err(StoreError::NotEmpty)));

    let server = TestServer::start_on(to).await;
    let after = [server.http.events(finished, 0).await, server.http.events(live, 0).await];
    assert_eq!(after, before);
    let act = act(live, 4, "O");
    let mut client = server.client(Some(&seated[0])).await;
    assert_eq!(client.command(&act).await.expect("the game continues"), before[1].head + 1);
}
