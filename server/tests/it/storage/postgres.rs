//! A Postgres that stops and comes back.

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_testing::{
    HttpClient, PostgresCluster, ServerCommand, act, eventually, play_through_outages, start_game,
};
use sqlx::{AnyConnection, Connection};

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

/// Sets whether new connections take writes, and ends all others, as a change to another server does.
pub(crate) async fn set_read_only(cluster: &PostgresCluster, setting: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&cluster.url()).await.expect("a connection");
    for statement in [
        "set default_transaction_read_only = off".to_owned(),
        format!("alter database postgres set default_transaction_read_only = {setting}"),
        "select count(pg_terminate_backend(pid)) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend'"
            .to_owned(),
    ] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut connection).await.expect("executed");
    }
}

async fn status(http: &HttpClient, method: &str, path: &str) -> u16 {
    http.send(method, path, None, None).await.status().as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs PostgreSQL's programs; CONTRIBUTING.md says how to run it"]
async fn a_postgres_that_takes_no_writes_for_a_time_takes_them_again() {
    let cluster = PostgresCluster::start();
    let server = ServerCommand::new(PROGRAM).spawn_at(&cluster.url()).await;
    let http = server.http();
    let (game, [south, _]) = start_game(&http, "kubuguza", true).await;
    set_read_only(&cluster, "on").await;
    eventually("the refusal of a guest", async || status(&http, "POST", "/api/players").await == 503).await;
    eventually("a server that is not ready", async || status(&http, "GET", "/readyz").await == 503).await;
    assert_eq!(status(&http, "GET", "/api/games").await, 200, "it reads");
    let refusal = http.command(&south, &act(game, 4, "O")).await.expect_err("nothing can be written");
    assert_eq!(refusal.code, ErrorCode::StorageUnavailable, "{refusal:?}");

    set_read_only(&cluster, "off").await;
    eventually("a guest", async || status(&http, "POST", "/api/players").await == 201).await;
    eventually("a ready server", async || status(&http, "GET", "/readyz").await == 200).await;
    http.command(&south, &act(game, 4, "O")).await.expect("stored");
}
