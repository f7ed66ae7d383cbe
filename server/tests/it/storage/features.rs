//! No server writes facts that a running server cannot read.

use std::time::Duration;

use std::fs;

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{ClientMessage, ErrorCode, EventKind, GameId};
use ikibuguzo_server::operations::import::{ImportOptions, import};
use ikibuguzo_testing::{TestServer, arrange, command_id, eventually, resign, start_game};

use super::export::{export, start_with_immediate_export};

/// The time by which a beat is ahead. One that is a minute ahead is not believed.
const AHEAD: Duration = Duration::from_secs(50);

/// Adds the row of another server that runs, with these features as SQL.
async fn add_server(server: &TestServer, features: &str) {
    let beat_at = server.app.clock.now() + AHEAD;
    let insert = format!(
        "insert into node (node_id, slot, started_at, beat_at, complete_before, features)
         values (7, 7, {beat_at}, {beat_at}, {beat_at}, {features})"
    );
    server.database().execute(&insert).await;
    eventually("the reading of the other server's row", async || node_count(server).await == 2).await;
}

/// Stops the other server.
async fn stop_other(server: &TestServer) {
    server.database().execute("update node set stopped_at = beat_at where node_id = 7").await;
    eventually("the reading of the other server's row", async || node_count(server).await == 1).await;
}

/// The number of servers that run, as far as a server knows.
async fn node_count(server: &TestServer) -> usize {
    let metrics = server.http.send("GET", "/metrics", None, None).await.into_body();
    let count = metrics.lines().find_map(|line| line.strip_prefix("ikibuguzo_nodes "));
    count.and_then(|count| count.parse().ok()).expect("a number")
}

fn offer_previews(game: GameId) -> ClientMessage {
    ClientMessage::OfferPreviews { game, id: command_id() }
}

/// The answer of a server that is ready, if all features are in one state.
fn readiness(state: &str) -> String {
    format!("ready\nfeature previews: {state}\nfeature array_commitments: {state}\n")
}

async fn verbose_readiness(server: &TestServer) -> String {
    server.http.send("GET", "/readyz?verbose", None, None).await.into_body()
}

#[tokio::test]
async fn a_fact_that_a_server_could_not_read_is_refused_until_that_server_is_gone() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    add_server(&server, "'dances'").await;
    let head = server.http.events(game, 0).await.head;
    let mut client = server.client(Some(&south)).await;
    let refusal = client.command(&offer_previews(game)).await.expect_err("refused");
    assert_eq!(refusal.code, ErrorCode::UpgradeInProgress);
    assert!(!refusal.code.is_temporary());
    assert_eq!(server.http.events(game, 0).await.head, head, "nothing was stored");
    assert_eq!(verbose_readiness(&server).await, readiness("off: a server that runs does not know it"));

    stop_other(&server).await;
    client.command(&offer_previews(game)).await.expect("offered");
    assert_eq!(verbose_readiness(&server).await, readiness("on"));
    assert_eq!(server.http.send("GET", "/readyz", None, None).await.body(), "ready\n");
}

/// Whether the arrays of a new game are shown as commitments.
async fn seals_arrays(server: &TestServer) -> bool {
    let (game, players) = start_game(&server.http, "ikibuguzo:choice", true).await;
    for player in &players {
        server.command(player, &arrange(game, Array::First)).await.expect("arranged");
    }
    let events = server.http.events(game, 0).await.events;
    events.iter().any(|event| matches!(event.kind, EventKind::Arranged { commitment: Some(_), .. }))
}

#[tokio::test]
async fn arrays_have_no_commitments_while_a_server_runs_that_could_not_read_them() {
    let server = TestServer::start().await;
    add_server(&server, "null").await;
    assert!(!seals_arrays(&server).await);
    stop_other(&server).await;
    assert!(seals_arrays(&server).await);
}

#[tokio::test]
async fn an_import_is_refused_while_a_server_runs_that_could_not_read_its_entries() {
    let from = start_with_immediate_export().await;
    let (game, players) = start_game(&from.http, "ikibuguzo:choice", true).await;
    for player in &players {
        from.command(player, &arrange(game, Array::First)).await.expect("arranged");
    }
    from.command(&players[0], &resign(game)).await.expect("resigned");
    let file = from.database().folder().join("games.ndjson");
    fs::write(&file, export(&from, "", None).await).expect("written");

    let server = TestServer::start().await;
    add_server(&server, "null").await;
    let import = async || {
        import(&server.app.store, &file, ImportOptions::default(), server.app.clock.now(), &server.app.chance)
            .await
    };
    let refused = import().await.expect_err("refused").to_string();
    assert!(refused.contains("line 1: a server that runs does not know array_commitments"), "{refused}");
    assert_eq!(server.database().count("game").await, 0);
    stop_other(&server).await;
    assert_eq!(import().await.expect("imported").new, 1);
}

#[tokio::test]
async fn a_server_that_does_not_say_what_it_knows_knows_the_features_of_before() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    add_server(&server, "null").await;
    server.command(&south, &offer_previews(game)).await.expect("offered");
}

#[tokio::test]
async fn a_server_says_in_its_row_what_it_knows() {
    let server = TestServer::start().await;
    assert_eq!(server.database().count("node where features = 'previews array_commitments'").await, 1);
    let second = server.start_second().await;
    assert_eq!(server.database().count("node where features = 'previews array_commitments'").await, 2);
    eventually("the reading of the other server's row", async || node_count(&server).await == 2).await;
    assert_eq!(verbose_readiness(&second).await, readiness("on"));
}
