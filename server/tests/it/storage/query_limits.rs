//! The limits of parameters: the OpenAPI document declares them, and the server refuses what is beyond.

use ikibuguzo_testing::{TestServer, start_game};
use serde_json::Value;

const DOCUMENT: &str = "/api/openapi.json";

#[tokio::test]
async fn a_number_beyond_the_limits_of_its_parameter_is_refused() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    let mut checked = Vec::new();
    for (path, operation) in described(&document, "get") {
        for (name, schema) in numbers_of_query(operation) {
            let other = match (path, name) {
                ("/api/positions" | "/api/positions/actions" | "/api/positions/analysis", "ply") => {
                    format!("game={game}&")
                }
                ("/api/positions", _) => "key=0000000000000000&".to_owned(),
                ("/api/oembed", _) => format!("url=http://{}/game/{game}&", server.address),
                _ => String::new(),
            };
            let path = path.replace("{game}", game.as_str());
            let limits = ["minimum", "maximum"].map(|limit| i128::from(schema[limit].as_u64().expect(name)));
            for (number, is_allowed) in
                [(limits[0], true), (limits[1], true), (limits[0] - 1, false), (limits[1] + 1, false)]
            {
                let answer =
                    server.http.send("GET", &format!("{path}?{other}{name}={number}"), None, None).await;
                let is_refused = answer.into_body().contains("bad_query");
                assert_eq!(is_refused, !is_allowed, "{path} {name}={number}");
            }
            checked.push(format!("{path} {name}"));
        }
    }
    assert!(checked.iter().filter(|it| it.ends_with(" limit")).count() >= 2, "{checked:?}");
}

#[tokio::test]
async fn a_list_has_at_most_200_games_on_a_page() {
    let server = TestServer::start().await;
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    let search = &document["paths"]["/api/games"]["get"];
    let (_, limit) = numbers_of_query(search).find(|(name, _)| *name == "limit").expect("a limit");
    assert_eq!((&limit["minimum"], &limit["maximum"]), (&1.into(), &200.into()));
    for (number, status) in [(0, 400), (1, 200), (200, 200), (201, 400)] {
        let answer = server.http.send("GET", &format!("/api/games?limit={number}"), None, None).await;
        assert_eq!(answer.status(), status, "{number}");
    }
}

#[tokio::test]
async fn a_text_in_place_of_a_number_is_refused_in_plain_words() {
    let server = TestServer::start().await;
    for (path, message) in [
        ("/api/games?limit=abc", "limit: expected a whole number"),
        ("/api/games?limit=", "limit: expected a whole number"),
        ("/api/games?limit=0", "`limit` is a number from 1 to 200"),
        ("/api/positions?key=0000000000000000&limit=-1", "limit: expected a whole number"),
        ("/api/games?min_turns=abc", "min_turns: expected a whole number"),
    ] {
        let answer = server.http.send("GET", path, None, None).await;
        assert_eq!(answer.status(), 400, "{path}");
        assert!(answer.body().contains(message), "{path}: {}", answer.body());
    }
}

#[tokio::test]
async fn a_text_longer_than_its_parameter_allows_is_refused() {
    let server = TestServer::start().await;
    let document: Value = server.http.get(DOCUMENT).await.expect("a document");
    let mut checked = 0;
    for (path, operation) in described(&document, "get") {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let Some(length) = parameter["schema"]["maxLength"].as_u64() else { continue };
            let name = parameter["name"].as_str().expect("a name");
            let text = "1".repeat(usize::try_from(length).expect("a length") + 1);
            let answer = server.http.send("GET", &format!("{path}?{name}={text}"), None, None).await;
            assert!(answer.into_body().contains(&format!("at most {length} ")), "{path} {name}");
            checked += 1;
        }
    }
    assert!(checked > 0);
}

/// The operations with this method, with their paths.
fn described<'a>(document: &'a Value, method: &'a str) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths.filter_map(move |(path, methods)| Some((path.as_str(), methods.get(method)?)))
}

/// The parameters of the query that are numbers, with their schemas.
fn numbers_of_query(operation: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let numbers = parameters.filter(|it| it["in"] == "query" && it["schema"]["type"] == "integer");
    numbers.map(|it| (it["name"].as_str().expect("a name"), &it["schema"]))
}
