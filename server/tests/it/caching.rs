//! Cache headers: a live game is not cacheable; of a finished game everything that cannot change is.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Credentials, GameId, Stats};
use ikibuguzo_testing::{Bot, TestServer, new_game, say, start_game, start_game_with};
use ureq::http::Response;

const IMMUTABLE: &str = "public, max-age=31536000, immutable";

fn header<'a>(response: &'a Response<String>, name: &str) -> Option<&'a str> {
    response.headers().get(name).map(|value| value.to_str().expect("text"))
}

async fn get(server: &TestServer, path: &str, player: Option<&Credentials>) -> Response<String> {
    let response = server.http.send("GET", path, player.map(|player| player.token.reveal()), None).await;
    assert_eq!(response.status(), 200, "{path}: {}", response.body());
    response
}

/// Sends a conditional request with a kept ETag.
async fn revalidate(server: &TestServer, path: &str, tag: &str) -> Response<String> {
    server.http.send_if_none_match(path, tag).await
}

async fn play_game(server: &TestServer) -> (GameId, [Credentials; 2]) {
    let (game, players) = start_game_with(&server.http, new_game("ikibuguzo:first", "fischer:600+5")).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player);
    let (south, north) = (bot(Seat::South, &players[0], 1), bot(Seat::North, &players[1], 2));
    tokio::join!(Box::pin(south.play_to_end()), Box::pin(north.play_to_end()));
    (game, players)
}

fn paths(game: GameId) -> [String; 4] {
    ["", "/events", "/record", "/clock"].map(|part| format!("/api/games/{game}{part}"))
}

#[tokio::test]
async fn a_live_game_is_not_cacheable() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    for path in paths(game) {
        let answer = get(&server, &path, None).await;
        assert_eq!(header(&answer, "cache-control"), Some("no-store"), "{path}");
        assert_eq!(header(&answer, "etag"), None, "{path}");
        assert_eq!(revalidate(&server, &path, "*").await.status(), 200, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_revalidated_by_its_etag() {
    let server = TestServer::start().await;
    let (game, _) = play_game(&server).await;
    for (path, control) in paths(game).iter().zip(["no-cache", "no-cache", IMMUTABLE, IMMUTABLE]) {
        let answer = get(&server, path, None).await;
        assert_eq!(header(&answer, "cache-control"), Some(control), "{path}");
        let tag = header(&answer, "etag").expect("a tag").to_owned();
        for kept in [tag.clone(), "*".to_owned(), format!("\"other\", {tag}"), tag.replace("W/", "")] {
            let unchanged = revalidate(&server, path, &kept).await;
            assert_eq!((unchanged.status().as_u16(), unchanged.body().as_str()), (304, ""), "{path} {kept}");
            assert_eq!(header(&unchanged, "etag"), Some(tag.as_str()), "{path}");
            assert_eq!(header(&unchanged, "cache-control"), Some(control), "{path}");
        }
        let whole = revalidate(&server, path, "\"other\"").await;
        assert_eq!((whole.status().as_u16(), whole.body()), (200, answer.body()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_after_the_end_changes_the_etags_of_what_shows_it() {
    let server = TestServer::start().await;
    let (game, [south, _]) = play_game(&server).await;
    let mut before = Vec::new();
    for path in paths(game) {
        before.push(get(&server, &path, None).await);
    }
    let say = say(game, "Murakoze!");
    server.command(&south, &say).await.expect("said");
    for (path, (before, stays)) in paths(game).iter().zip(before.iter().zip([false, false, true, true])) {
        let tag = header(before, "etag").expect("a tag");
        let after = revalidate(&server, path, tag).await;
        assert_eq!(after.status() == 304, stays, "{path}");
        if stays {
            assert_eq!(get(&server, path, None).await.body(), before.body(), "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn responses_that_depend_on_the_viewer_are_private() {
    let server = TestServer::start().await;
    let (game, [south, _]) = play_game(&server).await;
    let [shown, events, record, clock] = paths(game);
    for path in [shown, events] {
        let own = get(&server, &path, Some(&south)).await;
        assert_eq!(header(&own, "cache-control"), Some("private, no-cache"), "{path}");
        assert!(header(&own, "vary").is_some_and(|vary| vary.contains("authorization")), "{path}");
        let other = get(&server, &path, None).await;
        assert!(header(&other, "vary").is_some_and(|vary| vary.contains("authorization")), "{path}");
        assert_ne!(header(&own, "etag"), header(&other, "etag"), "{path}");
    }
    for path in [record, clock] {
        let own = get(&server, &path, Some(&south)).await;
        assert_eq!(header(&own, "cache-control"), Some(IMMUTABLE), "the same for every viewer: {path}");
    }
}

#[tokio::test]
async fn statistics_may_be_cached_for_a_minute() {
    let server = TestServer::start().await;
    let answer = get(&server, "/api/stats", None).await;
    assert_eq!(header(&answer, "cache-control"), Some("public, max-age=60"));
    let stats: Stats = serde_json::from_str(answer.body()).expect("figures");
    assert_eq!((stats.games, stats.rules.len()), (0, 0));
    let tag = header(&answer, "etag").expect("a tag");
    assert_eq!(revalidate(&server, "/api/stats", tag).await.status(), 304);
}
