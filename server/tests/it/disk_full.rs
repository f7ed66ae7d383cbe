//! A full disk: commands are refused and none is lost; once there is space again, play continues without a restart.

use ikibuguzo_protocol::{ErrorCode, EventKind};
use ikibuguzo_testing::{
    ServerCommand, ServerProcess, TestDatabase, act, limit_file_size, play_through_outages, start_game,
};

use crate::PROGRAM;

/// Starts a server in which a write beyond the limit fails, as on a full disk: the signal for that is ignored.
async fn start_with_limitable_files(database: &TestDatabase) -> ServerProcess {
    ServerCommand::new(PROGRAM).shell_setup("trap '' XFSZ").spawn(database).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_commands_and_loses_none() {
    let database = TestDatabase::sqlite();
    let server = start_with_limitable_files(&database).await;
    let http = server.http();
    let (game, [south, north]) = start_game(&http, "kubuguza", true).await;
    let mut client = server.client(Some(&south)).await;
    let head = client.join(game, None).await.head;
    let command = act(game, 4, "O");

    limit_file_size(server.process_id(), "0:unlimited");
    for _ in 0..3 {
        let refusal = client.command(&command).await.expect_err("nothing can be written");
        assert_eq!(refusal.code, ErrorCode::StorageUnavailable, "{refusal:?}");
    }
    assert_eq!(http.events(game, 0).await.head, head, "reading works, and nothing was stored");

    limit_file_size(server.process_id(), "unlimited:unlimited");
    // The same command with the same id, over the same socket.
    assert_eq!(client.command(&command).await.expect("stored"), head + 1);
    for (player, after, action) in [(&north, head + 1, "n"), (&south, head + 2, "L")] {
        let mut client = server.client(Some(player)).await;
        client.command(&act(game, after, action)).await.expect("play continues");
    }
    let stored = http.events(game, 0).await;
    let plies = stored.events.iter().filter_map(|event| match event.kind {
        EventKind::Acted { ply, .. } => Some(ply),
        _ => None,
    });
    assert_eq!((plies.collect::<Vec<_>>(), stored.head), (vec![1, 2, 3], head + 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_survive_a_disk_that_is_full_now_and_then() {
    let database = TestDatabase::sqlite();
    let server = start_with_limitable_files(&database).await;
    let process = server.process_id();
    play_through_outages(server.address(), |full| {
        limit_file_size(process, if full { "0:unlimited" } else { "unlimited:unlimited" });
    })
    .await;
}
