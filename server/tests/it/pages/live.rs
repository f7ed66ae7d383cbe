//! The wall of live games.

use ikibuguzo_testing::{TestServer, new_game, resign, start_game};

/// The ids of the games on the wall, in order.
async fn wall(server: &TestServer, query: &str) -> Vec<String> {
    let page = server.http.fetch(&format!("/live{query}"), &[("accept", "text/html")]).await;
    assert_eq!(page.status(), 200, "{query}");
    let html = String::from_utf8(page.into_body()).expect("text");
    let cards = html.split("<li class=\"card\" data-game=\"").skip(1);
    cards.map(|card| card[..12].to_owned()).collect()
}

#[tokio::test]
async fn the_wall_shows_nine_live_games_and_the_named_ones_first() {
    let server = TestServer::start().await;
    assert!(wall(&server, "").await.is_empty());
    let mut games = Vec::new();
    for _ in 0..10 {
        games.push(start_game(&server.http, "kubuguza", true).await.0.to_string());
    }
    games.reverse();
    assert_eq!(wall(&server, "").await, games[..9], "the newest first");
    let named = [&games[9], &games[4]];
    let query = format!("?ids={},{}", named[0], named[1]);
    let shown = wall(&server, &query).await;
    assert_eq!((shown.len(), [&shown[0], &shown[1]]), (9, named));
    assert_eq!(shown.iter().filter(|game| **game == games[4]).count(), 1);
}

#[tokio::test]
async fn the_wall_shows_no_game_without_a_board_and_private_ones_only_by_their_id() {
    let server = TestServer::start().await;
    let maker = server.http.create_guest().await;
    server.http.create_game(&maker, &new_game("njombwa:8", "none")).await.expect("created");
    let (arranging, _) = start_game(&server.http, "ikibuguzo:choice", true).await;
    let (private, _) = start_game(&server.http, "kubuguza", false).await;
    let (over, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    server.command(&south, &resign(over)).await.expect("resigned");
    assert!(wall(&server, "").await.is_empty());
    let query = format!("?ids={private},{arranging},{over}");
    assert_eq!(wall(&server, &query).await, [private.to_string(), over.to_string()]);
}

#[tokio::test]
async fn an_id_that_cannot_be_read_is_refused() {
    let server = TestServer::start().await;
    let page = server.http.fetch("/live?ids=x", &[("accept", "text/html")]).await;
    assert_eq!(page.status(), 400);
}
