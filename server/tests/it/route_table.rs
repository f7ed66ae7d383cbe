//! The routes of the server, as its own sources and answers list them.

use std::collections::BTreeSet;

use ikibuguzo_testing::TestServer;
use serde_json::Value;

/// The path of the description of the API.
const DOCUMENT: &str = "/api/openapi.json";

/// Methods that the server answers for every path, without a handler.
const GENERAL_METHODS: [&str; 2] = ["HEAD", "OPTIONS"];

/// The sources with the routes that the description of the API does not have.
const SOURCES: [&str; 2] = [include_str!("../../src/router.rs"), include_str!("../../src/web.rs")];

/// The paths that the description of the API does not have: pages, and the WebSocket.
pub(crate) fn page_paths() -> BTreeSet<&'static str> {
    let routes = SOURCES.iter().flat_map(|source| source.split(".route(\"").skip(1));
    routes.filter_map(|rest| rest.split('"').next()).collect()
}

/// The paths of the API, from its own description.
pub(crate) async fn api_paths(server: &TestServer) -> BTreeSet<String> {
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    document["paths"].as_object().expect("paths").keys().cloned().collect()
}

/// The methods of a path, as the server lists them.
pub(crate) async fn methods_of(server: &TestServer, path: &str) -> BTreeSet<String> {
    let answer = server.http.send("OPTIONS", path, None, None).await;
    let allowed = answer.headers()["allow"].to_str().expect("methods").split(',').map(str::trim);
    allowed.filter(|method| !GENERAL_METHODS.contains(method)).map(ToOwned::to_owned).collect()
}

/// Every route: its method and its path.
pub(crate) async fn routes(server: &TestServer) -> BTreeSet<(String, String)> {
    let mut paths = api_paths(server).await;
    paths.extend(page_paths().into_iter().map(ToOwned::to_owned));
    let mut routes = BTreeSet::new();
    for path in paths {
        let methods = methods_of(server, &path).await;
        routes.extend(methods.into_iter().map(|method| (method, path.clone())));
    }
    routes
}
