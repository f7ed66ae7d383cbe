//! The steps of every drill, and the checks of each.

use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use ikibuguzo_protocol::{ErrorCode, Problem};
use ikibuguzo_testing::{HttpClient, ServerCommand, ServerProcess, TestClient, act, eventually, start_game};
use tempfile::TempDir;
use tokio::time::timeout;

use super::writes::{Writes, storage_refusal};
use crate::PROGRAM;

/// The longest time from the end of a fault until everything works again.
pub(super) const MAX_RECOVERY: Duration = Duration::from_secs(10);

/// A server, and a game at it that is played through the fault.
pub(super) struct Drill {
    server: ServerProcess,
    /// The folder of the log.
    folder: TempDir,
}

impl Drill {
    /// Starts a server that is ready.
    pub(super) async fn start(database_url: &str, shell_setup: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let command = ServerCommand::new(PROGRAM)
            .shell_setup(shell_setup)
            .option("--requests-per-second=0")
            .ignore_slow_statements()
            .log_file(&log_file(folder.path()));
        let drill = Self { server: command.spawn_at(database_url).await, folder };
        eventually("a ready server", async || is_ready(&drill.http()).await).await;
        drill
    }

    /// The id of the server's process.
    pub(super) fn process_id(&self) -> u32 {
        self.server.process_id()
    }

    /// Makes a fault in which nothing can be written, plays, and ends the fault. Everything is refused with
    /// `storage_unavailable` and `/readyz` says why, until everything works again without a restart; the log has one line
    /// about each.
    pub(super) async fn run(mut self, fail: impl AsyncFnOnce(), restore: impl AsyncFnOnce()) {
        let http = self.http();
        let (game, [south, north]) = start_game(&http, "kubuguza", true).await;
        let mut client = self.server.client(Some(&south)).await;
        let head = client.join(game, None).await.head;
        let writes = Writes::prepare(&http).await;
        let command = act(game, 4, "O");

        fail().await;
        let refusal = client.command(&command).await.expect_err("nothing can be written");
        assert_eq!(refusal.code, ErrorCode::StorageUnavailable, "{refusal:?}");
        assert_not_ready(&http).await;
        for (name, refused) in writes.try_all(&http).await {
            assert_eq!(refused, storage_refusal(), "{name}");
        }
        assert_not_ready(&http).await;
        assert_eq!(http.send("GET", "/healthz", None, None).await.status(), 200, "a restart would not help");

        read_during(&mut client, restore()).await;
        let recovered = timeout(MAX_RECOVERY, recover(&http, &mut client, &command)).await;
        // The same command with the same id, over the same socket.
        assert_eq!(recovered.expect("everything works again within 10 seconds"), head + 1);
        for (name, answer) in writes.try_all(&http).await {
            assert_eq!(answer.0 / 100, 2, "{name}: {answer:?}");
        }
        http.command(&north, &act(game, 5, "n")).await.expect("play continues");
        assert_eq!(http.events(game, 0).await.head, head + 2, "nothing was stored twice");
        assert!(is_ready(&http).await);
        self.assert_logged_once().await;
    }

    /// Makes a fault that need not be noticed, and ends it. Whatever is refused is refused with `storage_unavailable`, and
    /// everything works afterwards.
    pub(super) async fn run_unnoticed(self, mut fail: impl AsyncFnMut(), mut restore: impl AsyncFnMut()) {
        const FAULTS: usize = 5;
        let http = self.http();
        for _ in 0..FAULTS {
            let (game, [south, _]) = start_game(&http, "kubuguza", true).await;
            let writes = Writes::prepare(&http).await;
            let mut client = self.server.client(Some(&south)).await;
            let command = act(game, 4, "O");
            fail().await;
            for (name, answer) in writes.try_all(&http).await {
                assert!(answer.0 / 100 == 2 || answer == storage_refusal(), "{name}: {answer:?}");
            }
            restore().await;
            let recovered = timeout(MAX_RECOVERY, recover(&http, &mut client, &command)).await;
            recovered.expect("everything works again within 10 seconds");
        }
    }

    fn http(&self) -> HttpClient {
        self.server.http()
    }

    async fn assert_logged_once(&mut self) {
        self.server.terminate();
        assert!(self.server.wait().await.success());
        let log = std::fs::read_to_string(log_file(self.folder.path())).expect("a log");
        let count = |text: &str| log.lines().filter(|line| line.contains(text)).count();
        assert_eq!(count("The database cannot be used error"), 1, "{log}");
        assert_eq!(count("The database can be used again"), 1, "{log}");
    }
}

/// Waits for the end of some work. Meanwhile the client reads, and so answers pings: otherwise the server would close its
/// socket after some time.
async fn read_during(client: &mut TestClient, work: impl Future<Output = ()>) {
    let mut work = pin!(work);
    loop {
        tokio::select! {
            () = &mut work => return,
            frame = client.next_frame() => assert!(frame.is_some(), "an open socket"),
        }
    }
}

fn log_file(folder: &Path) -> std::path::PathBuf {
    folder.join("server.log")
}

/// Waits until the server is ready, and sends a command until it is stored.
async fn recover(
    http: &HttpClient,
    client: &mut TestClient,
    command: &ikibuguzo_protocol::ClientMessage,
) -> u64 {
    eventually("a ready server", async || is_ready(http).await).await;
    let mut stored = None;
    eventually("an acknowledgement", async || {
        stored = client.command(command).await.ok();
        stored.is_some()
    })
    .await;
    stored.expect("an acknowledgement")
}

pub(super) async fn is_ready(http: &HttpClient) -> bool {
    http.send("GET", "/readyz", None, None).await.status() == 200
}

async fn assert_not_ready(http: &HttpClient) {
    let answer = http.send("GET", "/readyz", None, None).await;
    let problem: Problem = serde_json::from_str(answer.body()).expect("a problem");
    assert_eq!((answer.status().as_u16(), problem.code), (503, ErrorCode::StorageUnavailable), "{problem:?}");
}
