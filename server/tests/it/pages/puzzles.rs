//! The puzzles, as a browser gets them.

use ikibuguzo_engine::{Position, Ruleset};
use ikibuguzo_testing::{TestServer, resign, start_game};

const HTML: &[(&str, &str)] = &[("accept", "text/html")];

async fn page(server: &TestServer, path: &str) -> String {
    let response = server.http.send_with_headers("GET", path, HTML).await;
    assert_eq!(response.status(), 200, "{path}");
    response.into_body()
}

async fn status(server: &TestServer, path: &str) -> u16 {
    server.http.send_with_headers("GET", path, HTML).await.status().as_u16()
}

#[tokio::test]
async fn todays_puzzle_of_each_game_is_the_first_of_its_page() {
    let server = TestServer::start().await;
    let list = page(&server, "/puzzles").await;
    for game in Ruleset::STANDARD {
        let path = format!("/puzzles/{}", game.name());
        assert!(list.contains(&format!("href=\"{path}\"")), "{path}");
        let html = page(&server, &path).await;
        let (_, rest) = html.split_once("&quot;position&quot;:&quot;").expect("a puzzle");
        let (position, _) = rest.split_once("&quot;").expect("a position");
        assert!(list.contains(&format!("data-puzzle=\"{position}\"")), "{position}");
        let position: Position = position.parse().expect("a position");
        assert_eq!(position.ruleset().name(), game.name());
    }
}

#[tokio::test]
async fn only_a_finished_game_has_missed_turns() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    let path = format!("/puzzles?game={game}");
    assert_eq!(status(&server, &path).await, 409);
    server.command(&south, &resign(game)).await.expect("resigned");
    assert!(page(&server, &path).await.contains(&format!("data-of-game=\"{game}\"")));
}

#[tokio::test]
async fn a_game_that_is_not_there_has_no_puzzles() {
    let server = TestServer::start().await;
    for (path, expected) in [
        ("/puzzles/bao", 404),
        ("/puzzles/kubuguza/2", 404),
        ("/puzzles?game=000000000000", 404),
        ("/puzzles?game=%3Cscript%3E", 400),
    ] {
        assert_eq!(status(&server, path).await, expected, "{path}");
    }
}
