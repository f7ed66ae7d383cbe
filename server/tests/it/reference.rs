//! `docs/REFERENCE.md`: every operation, type and error code, from the OpenAPI document, with examples that this test
//! has from a server.

mod page;
mod recorder;
mod session;

use std::collections::BTreeSet;
use std::time::Duration;

use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::TestServer;
use serde_json::Value;

use crate::documents::check_document;
use recorder::Recorder;

/// The budget of a search. Small: the tests are not optimised.
const ANALYSIS_NODES: u64 = 1000;

/// Operations without an example: pages, what a new server does not have, and a stream of what another one returns.
const WITHOUT_EXAMPLE: [&str; 6] = [
    "GET /api",
    "GET /api/openapi.json",
    "GET /api/games/{game}/inclusion",
    "GET /api/roots",
    "GET /api/tournaments/{tournament}/stream",
    "GET /metrics",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_reference_is_what_a_server_answers() {
    let limits = Limits { settled: Duration::ZERO, analysis_nodes: ANALYSIS_NODES, ..Limits::default() };
    let server = TestServer::start_on_sqlite_with(limits).await;
    let document: Value = server.http.get("/api/openapi.json").await.expect("a document");
    let mut recorder = Recorder::new(&server);
    session::play(&mut recorder).await;
    let examples = recorder.examples;
    let names = page::operations(&document).map(|(name, _)| name);
    let missing: BTreeSet<String> = names.filter(|name| !examples.contains_key(name)).collect();
    assert_eq!(missing, WITHOUT_EXAMPLE.map(str::to_owned).into());
    check_document("REFERENCE.md", &page::page(&document, &examples));
}
