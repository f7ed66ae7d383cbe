//! The disk is full, then it is not: nothing is acknowledged that is not stored, and play goes on without a restart.

use std::process::Command as Program;

use ikibuguzo_protocol::{ClientMessage, ErrorCode, Happening};

use crate::support::outages::outlast;
use crate::support::{Client, Http, TestDatabase, command_id, seated_pair, spawn_with_shell};

/// Lets files of a process grow to so many bytes.
pub(crate) fn limit_files(process: u32, bytes: &str) {
    let limited =
        Program::new("prlimit").args([format!("--pid={process}"), format!("--fsize={bytes}")]).status();
    assert!(limited.expect("prlimit of util-linux").success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_and_loses_nothing() {
    let database = TestDatabase::sqlite();
    // With the signal ignored a write beyond the limit fails, as it does on a full disk.
    let (server, address) = spawn_with_shell("trap '' XFSZ", &database).await;
    let http = Http::new(address);
    let (game, [south, north]) = seated_pair(&http, "kubuguza", true).await;
    let mut client = Client::connect(address, Some(&south)).await;
    let head = client.join(game, None).await.head;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };

    limit_files(server.id().expect("it runs"), "0:unlimited");
    for _ in 0..3 {
        let refusal = client.command(&act).await.expect_err("nothing can be written");
        assert_eq!(refusal.code, ErrorCode::StorageUnavailable, "{refusal:?}");
    }
    assert_eq!(http.events(game, 0).await.head, head, "reading goes on, and nothing was stored");

    limit_files(server.id().expect("it runs"), "unlimited:unlimited");
    // The same command with the same id, over the same socket.
    assert_eq!(client.command(&act).await.expect("stored"), head + 1);
    for (player, ply, action) in [(&north, 1, "n"), (&south, 2, "L")] {
        let mut client = Client::connect(address, Some(player)).await;
        let act = ClientMessage::Act { game, id: command_id(), ply, action: action.to_owned() };
        client.command(&act).await.expect("play goes on");
    }
    let stored = http.events(game, 0).await;
    let plies = stored.events.iter().filter_map(|event| match event.what {
        Happening::Acted { ply, .. } => Some(ply),
        _ => None,
    });
    assert_eq!((plies.collect::<Vec<_>>(), stored.head), (vec![1, 2, 3], head + 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_outlast_a_disk_that_is_full_now_and_then() {
    let database = TestDatabase::sqlite();
    let (server, address) = spawn_with_shell("trap '' XFSZ", &database).await;
    let process = server.id().expect("it runs");
    outlast(address, |full| limit_files(process, if full { "0:unlimited" } else { "unlimited:unlimited" }))
        .await;
}
