//! What may be kept of an answer: of a live game nothing, of a finished one everything that cannot change.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ClientMessage, Credentials, GameId, Stats};
use ureq::http::Response;

use crate::support::{Bot, TestServer, command_id, new_game, seat_pair, seated_pair};

const FOREVER: &str = "public, max-age=31536000, immutable";

fn header<'a>(response: &'a Response<String>, name: &str) -> Option<&'a str> {
    response.headers().get(name).map(|value| value.to_str().expect("text"))
}

async fn get(server: &TestServer, path: &str, player: Option<&Credentials>) -> Response<String> {
    let response = server.http.send("GET", path, player.map(|player| player.token.reveal()), None).await;
    assert_eq!(response.status(), 200, "{path}: {}", response.body());
    response
}

/// Asks again with what was kept.
async fn again(server: &TestServer, path: &str, tag: &str) -> Response<String> {
    server.http.send_if_none_match(path, tag).await
}

async fn finished(server: &TestServer) -> (GameId, [Credentials; 2]) {
    let (game, players) = seat_pair(&server.http, new_game("ikibuguzo:first", "fischer:600+5")).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).run();
    tokio::join!(bot(Seat::South, &players[0], 1), bot(Seat::North, &players[1], 2));
    (game, players)
}

fn paths(game: GameId) -> [String; 4] {
    ["", "/events", "/record", "/clock"].map(|part| format!("/api/games/{game}{part}"))
}

#[tokio::test]
async fn nothing_is_kept_of_a_live_game() {
    let server = TestServer::start().await;
    let (game, _) = seated_pair(&server.http, "kubuguza", true).await;
    for path in paths(game) {
        let answer = get(&server, &path, None).await;
        assert_eq!(header(&answer, "cache-control"), Some("no-store"), "{path}");
        assert_eq!(header(&answer, "etag"), None, "{path}");
        assert_eq!(again(&server, &path, "*").await.status(), 200, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_a_finished_game_need_not_get_it_again() {
    let server = TestServer::start().await;
    let (game, _) = finished(&server).await;
    for (path, control) in paths(game).iter().zip(["no-cache", "no-cache", FOREVER, FOREVER]) {
        let answer = get(&server, path, None).await;
        assert_eq!(header(&answer, "cache-control"), Some(control), "{path}");
        let tag = header(&answer, "etag").expect("a tag").to_owned();
        for kept in [tag.clone(), "*".to_owned(), format!("\"other\", {tag}"), tag.replace("W/", "")] {
            let short = again(&server, path, &kept).await;
            assert_eq!((short.status().as_u16(), short.body().as_str()), (304, ""), "{path} {kept}");
            assert_eq!(header(&short, "etag"), Some(tag.as_str()), "{path}");
            assert_eq!(header(&short, "cache-control"), Some(control), "{path}");
        }
        let whole = again(&server, path, "\"other\"").await;
        assert_eq!((whole.status().as_u16(), whole.body()), (200, answer.body()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_after_the_end_are_not_missed_and_what_is_for_ever_stays() {
    let server = TestServer::start().await;
    let (game, [south, _]) = finished(&server).await;
    let mut before = Vec::new();
    for path in paths(game) {
        before.push(get(&server, &path, None).await);
    }
    let say = ClientMessage::Say { game, id: command_id(), text: "Murakoze!".to_owned() };
    server.client(Some(&south)).await.command(&say).await.expect("said");
    for (path, (before, stays)) in paths(game).iter().zip(before.iter().zip([false, false, true, true])) {
        let tag = header(before, "etag").expect("a tag");
        let after = again(&server, path, tag).await;
        assert_eq!(after.status() == 304, stays, "{path}");
        if stays {
            assert_eq!(get(&server, path, None).await.body(), before.body(), "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_depends_on_who_asks_is_kept_for_nobody_else() {
    let server = TestServer::start().await;
    let (game, [south, _]) = finished(&server).await;
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
        assert_eq!(header(&own, "cache-control"), Some(FOREVER), "the same for all: {path}");
    }
}

#[tokio::test]
async fn figures_are_kept_for_a_minute() {
    let server = TestServer::start().await;
    let answer = get(&server, "/api/stats", None).await;
    assert_eq!(header(&answer, "cache-control"), Some("public, max-age=60"));
    let stats: Stats = serde_json::from_str(answer.body()).expect("figures");
    assert_eq!((stats.games, stats.rules.len()), (0, 0));
    let tag = header(&answer, "etag").expect("a tag");
    assert_eq!(again(&server, "/api/stats", tag).await.status(), 304);
}
