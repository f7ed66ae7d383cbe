//! Copies a whole database to another one, where its games continue.

use std::fs;

use fastrand::Rng;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ComputerLevel, Credentials, NewTournament, SanctionKind};
use ikibuguzo_server::chance::Chance;
use ikibuguzo_server::operations::import::{ImportOptions, import};
use ikibuguzo_server::operations::moderation::{ban_address, banned_addresses, decide};
use ikibuguzo_store::{Store, StoreError, copy};
use ikibuguzo_testing::{
    Bot, HttpClient, ServerCommand, TestDatabase, TestServer, act, eventually, machine_time, new_game,
    start_game_with,
};

use super::check::check_lines;
use super::ratings::wait_for_rated_games;
use super::round_trips::everything::{PAPER, play_rounds_from};
use super::tournaments::{begin, new_tournament, resign_all, wait_for_games};
use crate::PROGRAM;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_game_continues_with_all_its_events_and_seats() {
    Box::pin(copy_and_continue(TestDatabase::sqlite(), TestDatabase::new().await)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_database_can_be_copied_back() {
    Box::pin(copy_and_continue(TestDatabase::new().await, TestDatabase::sqlite())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copied_community_goes_on() {
    Box::pin(copy_community(TestDatabase::sqlite(), TestDatabase::new().await)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_community_can_be_copied_back() {
    Box::pin(copy_community(TestDatabase::new().await, TestDatabase::sqlite())).await;
}

#[tokio::test]
async fn a_missing_database_is_not_copied() {
    let from = TestDatabase::sqlite();
    let to = TestDatabase::sqlite();
    for attempt in 0..2 {
        let copied = copy(&from.url(), &to.url()).await;
        assert!(matches!(copied, Err(StoreError::Unavailable(_))), "{attempt}: {copied:?}");
    }
}

async fn copy_and_continue(from: TestDatabase, to: TestDatabase) {
    let mut server = ServerCommand::new(PROGRAM).spawn(&from).await;
    let http = server.http();
    let address = server.address();
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

/// The answers of a server about signed days, games, tournaments, and each of these players.
async fn answers(http: &HttpClient, players: &[Credentials]) -> Vec<String> {
    let mut answers = Vec::new();
    let public = ["/.well-known/ikibuguzo-key.pem", "/api/roots", "/api/games?limit=200", "/api/tournaments"];
    for path in public {
        answers.push(http.send("GET", path, None, None).await.into_body());
    }
    for player in players {
        let token = Some(player.token.reveal());
        answers.push(http.send("GET", "/api/players/me", token, None).await.into_body());
        let path = format!("/api/players/{}/ratings/kubuguza", player.name);
        answers.push(http.send("GET", &path, None, None).await.into_body());
    }
    answers
}

/// Copies a database in the middle of a rated tournament and of a game by correspondence, with signed days, a silenced
/// player and a banned network.
async fn copy_community(from: TestDatabase, to: TestDatabase) {
    let store = Store::open(&from.url()).await.expect("a database");
    let file = from.folder().join("paper.txt");
    fs::write(&file, PAPER).expect("written");
    import(&store, &file, ImportOptions::default(), machine_time(), &Chance::system())
        .await
        .expect("imported");
    let mut server = ServerCommand::new(PROGRAM).spawn(&from).await;
    let http = server.http();
    let are_signed = async || !http.send("GET", "/api/roots", None, None).await.body().is_empty();
    eventually("the signature of the old days", are_signed).await;
    let rated = NewTournament { rated: true, ..new_tournament("fischer:300+5") };
    let (id, players) = begin(&http, &rated).await;
    resign_all(&http, &wait_for_games(&http, id, 1, 2).await, &players).await;
    wait_for_games(&http, id, 2, 2).await;
    wait_for_rated_games(&from, 2).await;
    let (game, [south, north]) = start_game_with(&http, new_game("kubuguza", "days:3")).await;
    http.command(&south, &act(game, 4, "O")).await.expect("played");
    decide(&store, &players[3].name, SanctionKind::Silenced, 3, "Insults", machine_time())
        .await
        .expect("decided");
    ban_address(&store, "198.51.100.0/24".parse().expect("a network"), 2, "Insults", machine_time())
        .await
        .expect("decided");
    let banned = banned_addresses(&store, machine_time()).await.expect("a list");
    let before = answers(&http, &players).await;
    server.terminate();
    server.wait().await;

    copy(&from.url(), &to.url()).await.expect("copied");
    let server = TestServer::start_on(to).await;
    assert_eq!(answers(&server.http, &players).await, before);
    assert_eq!(banned_addresses(&server.app.store, machine_time()).await.expect("a list"), banned);
    server.http.command(&north, &act(game, 5, "o")).await.expect("the game goes on");
    play_rounds_from(2, &server.http, id, &players).await;
    wait_for_rated_games(server.database(), 6).await;
    assert_eq!(check_lines(server.database(), false).await.0, [""; 0]);
}
