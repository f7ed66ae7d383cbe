//! A Postgres that stops and comes back.

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_testing::{PostgresCluster, ServerCommand, act, play_through_outages, start_game};

use crate::PROGRAM;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_stopped_postgres_refuses_commands_and_loses_none() {
    let cluster = PostgresCluster::start();
    let server = ServerCommand::new(PROGRAM).spawn_at(&cluster.url()).await;
    let http = server.http();
    let (game, [south, north]) = start_game(&http, "kubuguza", true).await;
    let mut client = server.client(Some(&south)).await;
    let head = client.join(game, None).await.head;
    let command = act(game, 4, "O");

    cluster.stop();
    for _ in 0..3 {
        let refusal = client.command(&command).await.expect_err("nothing can be written");
        assert_eq!(refusal.code, ErrorCode::StorageUnavailable, "{refusal:?}");
    }
    let health = http.send("GET", "/readyz", None, None).await;
    assert_eq!(health.status(), 503, "{}", health.body());

    cluster.start_again();
    // The same command with the same id, over the same socket.
    assert_eq!(client.command(&command).await.expect("stored"), head + 1);
    let mut client = server.client(Some(&north)).await;
    assert_eq!(client.command(&act(game, 5, "n")).await.expect("play continues"), head + 2);
    assert_eq!(http.events(game, 0).await.head, head + 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn games_survive_a_postgres_that_stops_now_and_then() {
    let cluster = PostgresCluster::start();
    let server = ServerCommand::new(PROGRAM).spawn_at(&cluster.url()).await;
    play_through_outages(
        server.address(),
        |stopped| if stopped { cluster.stop() } else { cluster.start_again() },
    )
    .await;
}
