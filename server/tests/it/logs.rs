//! The log: one line a thing, each of them JSON where that is asked for, and never a secret.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{ClientMessage, Credentials, Text};
use serde_json::Value;

use crate::support::{Bot, Client, Http, TestDatabase, command_id, seated_pair, spawn_heard, terminate};

/// Everything that may be logged, as JSON.
const ALL: &str = "export RUST_LOG=trace IKIBUGUZO_LOG_FORMAT=json";

/// A whole game of Azigo, and Ikibuguzo up to the moment when one seat has arranged; tells whose tokens were used.
async fn play(address: std::net::SocketAddr) -> Vec<Credentials> {
    let http = Http::new(address);
    let (azigo, [south, north]) = seated_pair(&http, "azigo", true).await;
    let bot = |seat, player, seed| Bot::new(address, azigo, seed).seated(seat, player).run();
    tokio::join!(bot(Seat::South, &south, 7), bot(Seat::North, &north, 8));
    let (game, players) = seated_pair(&http, "ikibuguzo:choice", true).await;
    let mut client = Client::connect(address, Some(&players[0])).await;
    let arrange = ClientMessage::Arrange { game, id: command_id(), array: Text(Array::Second) };
    client.command(&arrange).await.expect("arranged");
    [south, north].into_iter().chain(players).collect()
}

/// What the program logs from its start to its end.
async fn log_of(database: &TestDatabase) -> (String, Vec<Credentials>) {
    let (mut server, address, log) = spawn_heard(ALL, database).await;
    let players = Box::pin(play(address)).await;
    terminate(&server);
    assert_eq!(server.wait().await.expect("a status").code(), Some(0));
    (log.await.expect("heard"), players)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_line_is_json_and_none_tells_a_secret() {
    let (log, players) = Box::pin(log_of(&TestDatabase::new().await)).await;
    assert!(log.contains("insert"), "it tells as much as it can");
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
    // The array that South has sealed, and what a position would be logged with.
    let mut words = log.split(|c: char| !c.is_alphanumeric());
    assert_eq!(words.find(|word| ["second", "stores", "holes"].contains(word)), None);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_fails_is_told_once_and_so_is_its_return() {
    use crate::disk_full::limit_files;
    let database = TestDatabase::sqlite();
    let (mut server, address, log) = spawn_heard("trap '' XFSZ", &database).await;
    let (game, [south, _]) = seated_pair(&Http::new(address), "kubuguza", true).await;
    let mut client = Client::connect(address, Some(&south)).await;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };
    limit_files(server.id().expect("it runs"), "0:unlimited");
    for _ in 0..5 {
        client.command(&act).await.expect_err("nothing can be written");
    }
    limit_files(server.id().expect("it runs"), "unlimited:unlimited");
    client.command(&act).await.expect("stored");
    terminate(&server);
    server.wait().await.expect("a status");
    let log = log.await.expect("heard");
    let count =
        |level, text: &str| log.lines().filter(|line| line.contains(level) && line.contains(text)).count();
    assert_eq!(count("ERROR", "The database cannot be used"), 1, "{log}");
    assert_eq!(count("WARN", "The database can be used again"), 1, "{log}");
    assert_eq!(log.lines().count(), 2, "and nothing else: {log}");
}
