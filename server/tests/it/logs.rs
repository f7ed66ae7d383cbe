//! The log: one line per event, JSON where configured, and never a secret.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::Credentials;
use ikibuguzo_testing::{Bot, ServerCommand, ServerProcess, TestDatabase, act, arrange, start_game};
use serde_json::Value;

use crate::PROGRAM;

/// Lets the server log everything, as JSON.
const LOG_ALL: &str = "export RUST_LOG=trace IKIBUGUZO_LOG_FORMAT=json";

/// Plays a whole game of Azigo, and Ikibuguzo until one seat has arranged. Returns the players.
async fn play(server: &ServerProcess) -> Vec<Credentials> {
    let http = server.http();
    let (azigo, [south, north]) = start_game(&http, "azigo", true).await;
    let bot = |seat, player, seed| Bot::new(server.address(), azigo, seed).seated(seat, player).play_to_end();
    tokio::join!(bot(Seat::South, &south, 7), bot(Seat::North, &north, 8));
    let (game, players) = start_game(&http, "ikibuguzo:choice", true).await;
    let arrange = arrange(game, Array::Second);
    server.client(Some(&players[0])).await.command(&arrange).await.expect("arranged");
    [south, north].into_iter().chain(players).collect()
}

/// Runs a server over some games. Returns what it logs from its start to its end, and the players.
async fn log_of_games(database: &TestDatabase) -> (String, Vec<Credentials>) {
    let command = ServerCommand::new(PROGRAM).shell_setup(LOG_ALL).capture_log();
    let mut server = command.spawn(database).await;
    let players = Box::pin(play(&server)).await;
    server.terminate();
    assert_eq!(server.wait().await.code(), Some(0));
    (server.read_log().await, players)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_log_line_is_json_without_secrets() {
    let (log, players) = Box::pin(log_of_games(&TestDatabase::new().await)).await;
    assert!(log.contains("insert"), "statements are logged");
    let mut messages = Vec::new();
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
        messages.extend(line["message"].as_str().map(str::to_owned));
    }
    for expected in ["The server has started", "The server was told to stop", "The server has stopped"] {
        assert_eq!(messages.iter().filter(|message| *message == expected).count(), 1, "{expected}");
    }
    for player in players {
        assert!(!log.contains(player.token.reveal()), "a token");
    }
    // The sealed array, and the field names of a position.
    let mut words = log.split(|c: char| !c.is_alphanumeric());
    assert_eq!(words.find(|word| ["second", "stores", "holes"].contains(word)), None);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_failure_is_logged_once_and_so_is_its_recovery() {
    use ikibuguzo_testing::limit_file_size;
    let database = TestDatabase::sqlite();
    let command =
        ServerCommand::new(PROGRAM).shell_setup("trap '' XFSZ").capture_log().ignore_slow_statements();
    let mut server = command.spawn(&database).await;
    let (game, [south, _]) = start_game(&server.http(), "kubuguza", true).await;
    let mut client = server.client(Some(&south)).await;
    let act = act(game, 4, "O");
    limit_file_size(server.process_id(), "0:unlimited");
    for _ in 0..5 {
        client.command(&act).await.expect_err("nothing can be written");
    }
    limit_file_size(server.process_id(), "unlimited:unlimited");
    client.command(&act).await.expect("stored");
    server.terminate();
    server.wait().await;
    let log = server.read_log().await;
    let count =
        |level, text: &str| log.lines().filter(|line| line.contains(level) && line.contains(text)).count();
    assert_eq!(count("ERROR", "The database cannot be used"), 1, "{log}");
    assert_eq!(count("WARN", "The database can be used again"), 1, "{log}");
    assert_eq!(log.lines().count(), 2, "nothing else is logged: {log}");
}
