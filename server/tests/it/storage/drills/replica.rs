//! A replica that takes over and does not have the newest rows, while a server runs.

use std::path::Path;

use ikibuguzo_protocol::{Credentials, ErrorCode, GameId, ServerMessage};
use ikibuguzo_testing::{
    HttpClient, PostgresCluster, ServerCommand, TestClient, act, eventually, new_game, resign, start_game,
};
use tokio::time::timeout;

use super::drill::{MAX_RECOVERY, is_ready};
use super::writes::Writes;
use crate::PROGRAM;
use crate::operations::run;

/// Waits for the game as it is now in the log. Events that were on the way are skipped.
async fn next_snapshot(client: &mut TestClient) -> u64 {
    loop {
        match client.next().await {
            ServerMessage::Game(snapshot) if snapshot.view.is_some() => return snapshot.head,
            ServerMessage::Event { .. } => {}
            other => panic!("no snapshot: {other:?}"),
        }
    }
}

async fn status(http: &HttpClient, path: &str) -> u16 {
    http.send("GET", path, None, None).await.status().as_u16()
}

/// Starts a replica that has every entry of the log, and cuts it off.
async fn cut_off_replica(primary: &PostgresCluster) -> PostgresCluster {
    let replica = primary.start_replica();
    let entries = primary.count("event").await;
    eventually("a replica with all entries", async || replica.count("event").await == entries).await;
    replica.stop();
    replica
}

/// The entries that a server has stored and the replica does not have.
struct Tail {
    player: Credentials,
    game: GameId,
    /// A socket that watches the game.
    watcher: TestClient,
}

impl Tail {
    async fn store(http: &HttpClient, address: std::net::SocketAddr) -> Self {
        let (game, [player, _]) = start_game(http, "kubuguza", true).await;
        http.command(&player, &act(game, 4, "O")).await.expect("played");
        let mut watcher = TestClient::connect(address, Some(&player)).await;
        watcher.join(game, None).await;
        let writes = Writes::prepare(http).await;
        for (name, answer) in writes.try_all(http).await {
            assert_eq!(answer.0 / 100, 2, "{name}: {answer:?}");
        }
        Self { player, game, watcher }
    }

    /// Nothing of it is there, and every answer says so.
    async fn assert_lost(mut self, http: &HttpClient) {
        let refused = http.create_game(&self.player, &new_game("kubuguza", "none")).await;
        assert_eq!(refused.expect_err("no player").code, ErrorCode::BadToken);
        assert_eq!(status(http, &format!("/api/games/{}", self.game)).await, 404);
        let refused = self.watcher.command(&act(self.game, 5, "n")).await.expect_err("no game");
        assert_eq!(refused.code, ErrorCode::UnknownGame, "{refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_replica_without_the_newest_rows_takes_over() {
    let primary = PostgresCluster::start();
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("server.log");
    let mut server = ServerCommand::new(PROGRAM)
        .option("--requests-per-second=0")
        .ignore_slow_statements()
        .log_file(&log)
        .spawn_at(&primary.url())
        .await;
    let http = server.http();
    let (game, [south, north]) = start_game(&http, "kubuguza", true).await;
    let (ended, [loser, _]) = start_game(&http, "kubuguza", true).await;
    let (quiet, [quiet_south, _]) = start_game(&http, "kubuguza", true).await;
    let kept = http.command(&south, &act(game, 4, "O")).await.expect("played");
    let mut replica = cut_off_replica(&primary).await;

    let mut watcher = server.client(Some(&south)).await;
    let mut quiet_watcher = server.client(None).await;
    watcher.join(game, None).await;
    quiet_watcher.join(quiet, None).await;
    let lost = http.command(&north, &act(game, kept, "n")).await.expect("played");
    http.command(&loser, &resign(ended)).await.expect("an end");
    http.command(&quiet_south, &act(quiet, 4, "O")).await.expect("played");
    let tail = Tail::store(&http, server.address()).await;
    assert!(is_ready(&http).await);

    primary.stop();
    let refused = http.command(&south, &act(game, lost, "L")).await.expect_err("no database");
    assert_eq!(refused.code, ErrorCode::StorageUnavailable, "{refused:?}");
    assert!(!is_ready(&http).await);
    replica.take_over(&primary);
    let ready = eventually("a ready server", async || is_ready(&http).await);
    timeout(MAX_RECOVERY, ready).await.expect("ready within 10 seconds");

    // Without a command: those who watch see the game as it is.
    assert_eq!(next_snapshot(&mut quiet_watcher).await, 4);
    assert_eq!(next_snapshot(&mut watcher).await, kept);
    for path in ["/api/games", "/live", "/", "/api/games/live"] {
        assert!(status(&http, path).await < 500, "{path}");
    }
    let refused = http.command(&south, &act(game, lost, "L")).await.expect_err("North is to move");
    assert!(matches!(refused.code, ErrorCode::NotYourTurn | ErrorCode::WrongPosition), "{refused:?}");
    assert_eq!(http.command(&north, &act(game, kept, "n")).await.expect("played again"), lost);
    assert_eq!(watcher.next_event().await.seq, lost);
    http.command(&loser, &act(ended, 4, "O")).await.expect("the game has not ended");
    http.command(&loser, &resign(ended)).await.expect("an end");
    tail.assert_lost(&http).await;
    for (name, answer) in Writes::prepare(&http).await.try_all(&http).await {
        assert_eq!(answer.0 / 100, 2, "{name}: {answer:?}");
    }
    let running = "node where stopped_at is null and features is not null";
    eventually("the server's row", async || replica.count(running).await == 1).await;
    assert!(is_ready(&http).await);
    server.terminate();
    assert!(server.wait().await.success());
    assert_log(&log);
    let check = run(&["check", "--database-url", &replica.url()]).await;
    assert!(check.status.success(), "{check:?}");
}

fn assert_log(file: &Path) {
    let log = std::fs::read_to_string(file).expect("a log");
    let count = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    assert_eq!(count("The database cannot be used error"), 1, "{log}");
    assert_eq!(count("The database can be used again"), 1, "{log}");
    assert_eq!(count("has lost acknowledged entries of game"), 2, "once for each live game: {log}");
    assert_eq!(count("ERROR"), 3, "{log}");
}
