//! Cache headers: a live game is not cacheable; of a finished game everything that cannot change is.

use std::collections::BTreeSet;
use std::fs;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Credentials, GameId, Stats};
use ikibuguzo_testing::raw_socket::RawSocket;
use ikibuguzo_testing::{
    Bot, TestDatabase, TestServer, new_game, resign, say, start_game, start_game_with, within,
};
use ureq::http::Response;

use crate::route_table;
use crate::storage::tournaments::{make, new_tournament};

const NO_STORE: &str = "no-store";
const REVALIDATE: &str = "no-cache";
const MINUTE: &str = "public, max-age=60";
const DAY: &str = "public, max-age=86400";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Every `GET` route with the `Cache-Control` of its response to a request without a token: about a live game, and about
/// a finished one. Routes of no game have it twice.
const ROUTES: &[(&str, &str, &str)] = &[
    ("/api", REVALIDATE, REVALIDATE),
    ("/api/blocks", NO_STORE, NO_STORE),
    ("/api/export", NO_STORE, NO_STORE),
    ("/api/games", REVALIDATE, REVALIDATE),
    ("/api/games/{game}", NO_STORE, REVALIDATE),
    ("/api/games/{game}/clock", NO_STORE, IMMUTABLE),
    ("/api/games/{game}/events", NO_STORE, REVALIDATE),
    ("/api/games/{game}/plies/{ply}", NO_STORE, IMMUTABLE),
    ("/api/games/{game}/plies/{ply}=last", NO_STORE, REVALIDATE),
    ("/api/games/{game}/ratings", REVALIDATE, REVALIDATE),
    ("/api/games/{game}/record", NO_STORE, REVALIDATE),
    (GAME_PROOF, NO_STORE, REVALIDATE),
    ("/api/leaderboards/{pool}", MINUTE, MINUTE),
    ("/api/oembed?url={site}/game/{game}", REVALIDATE, REVALIDATE),
    ("/api/openapi.json", REVALIDATE, REVALIDATE),
    ("/api/players/me", NO_STORE, NO_STORE),
    ("/api/players/me/data", NO_STORE, NO_STORE),
    ("/api/players/{name}", REVALIDATE, REVALIDATE),
    ("/api/players/{name}/against/{opponent}", REVALIDATE, REVALIDATE),
    ("/api/players/{name}/ratings/{pool}", REVALIDATE, REVALIDATE),
    ("/api/positions?game={game}", REVALIDATE, REVALIDATE),
    (START_ACTIONS, DAY, DAY),
    (START_ANALYSIS, DAY, DAY),
    ("/api/push", NO_STORE, NO_STORE),
    ("/api/roots", REVALIDATE, REVALIDATE),
    ("/api/stats", MINUTE, MINUTE),
    ("/api/tokens", NO_STORE, NO_STORE),
    ("/api/tournaments", REVALIDATE, REVALIDATE),
    ("/api/tournaments/{tournament}", REVALIDATE, REVALIDATE),
    ("/healthz", NO_STORE, NO_STORE),
    ("/metrics", NO_STORE, NO_STORE),
    ("/readyz", NO_STORE, NO_STORE),
    ("/", REVALIDATE, REVALIDATE),
    ("/.well-known/ikibuguzo-key.pem", REVALIDATE, REVALIDATE),
    ("/analysis", REVALIDATE, REVALIDATE),
    ("/card.png", REVALIDATE, REVALIDATE),
    ("/errors", REVALIDATE, REVALIDATE),
    ("/exports/{file}", REVALIDATE, REVALIDATE),
    ("/forms", NO_STORE, NO_STORE),
    ("/forms/{game}", NO_STORE, NO_STORE),
    ("/game/{game}", REVALIDATE, REVALIDATE),
    ("/game/{game}/board.png", REVALIDATE, REVALIDATE),
    ("/game/{game}/board.svg", REVALIDATE, REVALIDATE),
    ("/game/{game}/board.png?ply=0", REVALIDATE, REVALIDATE),
    ("/game/{game}/board.svg?ply=0", REVALIDATE, IMMUTABLE),
    ("/game/{game}/embed", REVALIDATE, REVALIDATE),
    ("/game/{game}/qr.svg", REVALIDATE, REVALIDATE),
    ("/games", REVALIDATE, REVALIDATE),
    ("/leaderboards", REVALIDATE, REVALIDATE),
    ("/icon/{icon}", DAY, DAY),
    ("/learn", REVALIDATE, REVALIDATE),
    ("/learn/{rules}", REVALIDATE, REVALIDATE),
    ("/live", REVALIDATE, REVALIDATE),
    ("/manifest.webmanifest", DAY, DAY),
    ("/offline", REVALIDATE, REVALIDATE),
    ("/offline/{rules}", REVALIDATE, REVALIDATE),
    ("/players/{name}", REVALIDATE, REVALIDATE),
    ("/puzzles", REVALIDATE, REVALIDATE),
    ("/puzzles/{rules}", REVALIDATE, REVALIDATE),
    ("/robots.txt", REVALIDATE, REVALIDATE),
    ("/rules", REVALIDATE, REVALIDATE),
    ("/rules/{chapter}", REVALIDATE, REVALIDATE),
    ("/service-worker.js", DAY, DAY),
    ("/static/{*path}", REVALIDATE, REVALIDATE),
    ("/stats", REVALIDATE, REVALIDATE),
    ("/tournaments", REVALIDATE, REVALIDATE),
    ("/tournaments/{tournament}", REVALIDATE, REVALIDATE),
    ("/you", REVALIDATE, REVALIDATE),
];

/// The actions at the start of Kubuguza.
const START_ACTIONS: &str = "/api/positions/actions?position=\
    kubuguza+0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4+0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4+-+south+due/due+-";

/// The analysis of the start of Kubuguza.
const START_ANALYSIS: &str = "/api/positions/analysis?position=\
    kubuguza+0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4+0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4+-+south+due/due+-";

/// The proof of a game, which is refused for a live game.
const GAME_PROOF: &str = "/api/games/{game}/proof";

/// The proof that a game is signed, which is refused for a game of today.
const GAME_INCLUSION: &str = "/api/games/{game}/inclusion";

/// The analysis of a game, which is refused for a live game.
const GAME_ANALYSIS: &str = "/api/games/{game}/analysis";

/// The moving picture of a game, which is refused for a live game.
const MOVING_PICTURE: &str = "/game/{game}/replay.svg";

/// The stream of everything that concerns a player: its response has no end, so only its head is read.
const ENDLESS_STREAM: &str = "/api/stream";

/// The stream of a tournament, which has no end either.
const TOURNAMENT_STREAM: &str = "/api/tournaments/{tournament}/stream";

/// The values of a header, joined.
fn header<B>(response: &Response<B>, name: &str) -> Option<String> {
    let values = response.headers().get_all(name).iter();
    let values: Vec<_> = values.map(|value| value.to_str().expect("text")).collect();
    (!values.is_empty()).then(|| values.join(", "))
}

/// The paths of all `GET` routes but the WebSocket's.
async fn served_routes(server: &TestServer) -> BTreeSet<String> {
    let routes = route_table::routes(server).await.into_iter();
    routes.filter(|(method, path)| method == "GET" && path != "/ws").map(|(_, path)| path).collect()
}

/// The path of a route for a game and its players.
fn path_of(route: &str, game: GameId, [south, north]: &[Credentials; 2]) -> String {
    let route = route.replace("{ply}=last", "last").replace("{ply}", "0").replace("{chapter}", "azigo");
    let route = route.replace("{rules}", "azigo").replace("{pool}", "azigo");
    let route = route
        .replace("{*path}", "plain.css")
        .replace("{file}", "manifest.json")
        .replace("{icon}", "192.png")
        .replace("{game}", &game.to_string());
    route.replace("{name}", south.name.as_str()).replace("{opponent}", north.name.as_str())
}

/// Whether a token can change the responses of a route.
fn is_personal(route: &str) -> bool {
    matches!(route, "/" | "/games" | "/players/{name}")
        || route.starts_with("/api/") && route != "/api/openapi.json"
}

/// The value of `Cache-Control` if the request had a token.
fn as_private(control: &str) -> String {
    format!("private, {}", control.trim_start_matches("public, "))
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
    let south = bot(Seat::South, &players[0], 1);
    let north = bot(Seat::North, &players[1], 2);
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
        assert_eq!(header(&answer, "cache-control").as_deref(), Some(NO_STORE), "{path}");
        assert_eq!(header(&answer, "etag"), None, "{path}");
        assert_eq!(revalidate(&server, &path, "*").await.status(), 200, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_revalidated_by_its_etag() {
    let server = TestServer::start().await;
    let (game, _) = play_game(&server).await;
    for (path, control) in paths(game).iter().zip([REVALIDATE, REVALIDATE, REVALIDATE, IMMUTABLE]) {
        let answer = get(&server, path, None).await;
        assert_eq!(header(&answer, "cache-control").as_deref(), Some(control), "{path}");
        let tag = header(&answer, "etag").expect("a tag");
        for kept in [tag.clone(), "*".to_owned(), format!("\"other\", {tag}"), tag.replace("W/", "")] {
            let unchanged = revalidate(&server, path, &kept).await;
            assert_eq!((unchanged.status().as_u16(), unchanged.body().as_str()), (304, ""), "{path} {kept}");
            assert_eq!(header(&unchanged, "etag").as_deref(), Some(tag.as_str()), "{path}");
            assert_eq!(header(&unchanged, "cache-control").as_deref(), Some(control), "{path}");
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
        let after = revalidate(&server, path, &tag).await;
        assert_eq!(after.status() == 304, stays, "{path}");
        if stays {
            assert_eq!(get(&server, path, None).await.body(), before.body(), "{path}");
        }
    }
}

#[tokio::test]
async fn every_route_says_how_long_its_response_may_be_kept() {
    let database = TestDatabase::new().await;
    let manifest = database.folder().join("manifest.json");
    fs::write(&manifest, r#"{"schema":1,"licence":"CC0-1.0","files":[]}"#).expect("written");
    let folder = database.folder().to_owned();
    let server = TestServer::start_with_published(database, &folder).await;
    let (live, players) = start_game(&server.http, "kubuguza", true).await;
    let (finished, others) = start_game(&server.http, "kubuguza", true).await;
    server.command(&others[0], &resign(finished)).await.expect("resigned");
    let plain = |route: &str| route.split(['?', '=']).next().expect("a path").to_owned();
    let covered: BTreeSet<_> = ROUTES.iter().map(|(route, ..)| plain(route)).collect();
    let mut served = served_routes(&server).await;
    assert!(served.remove(ENDLESS_STREAM), "streams_are_not_kept checks it");
    assert!(served.remove(TOURNAMENT_STREAM), "streams_are_not_kept checks it");
    assert!(served.remove(GAME_INCLUSION), "the tests of signatures check it");
    assert!(served.remove(GAME_ANALYSIS), "the tests of the analysis check it");
    assert!(served.remove(MOVING_PICTURE), "the tests of pictures check it");
    assert_eq!(covered, served);
    let maker = server.http.create_claimed("Kamau").await;
    let tournament = make(&server.http, &maker, &new_tournament("days:1")).await.expect("a tournament");
    let tournament = tournament.tournament.to_string();
    for (route, while_live, when_finished) in ROUTES {
        for (path, player, control) in [
            (path_of(route, live, &players), &players[0], while_live),
            (path_of(route, finished, &others), &others[0], when_finished),
        ] {
            let path = path.replace("{site}", &format!("http://{}", server.address));
            let path = path.replace("{tournament}", &tournament);
            check_route(&server, route, &path, player, control).await;
        }
    }
}

/// Asks once without and once with a token, and again with the tag of each response.
async fn check_route(server: &TestServer, route: &str, path: &str, player: &Credentials, control: &str) {
    let token = format!("Bearer {}", player.token.reveal());
    for headers in [vec![], vec![("authorization", token.as_str())]] {
        let expected =
            if is_personal(route) && !headers.is_empty() { as_private(control) } else { control.to_owned() };
        let answer = server.http.fetch(path, &headers).await;
        if route == GAME_PROOF && control == NO_STORE {
            assert_eq!(answer.status(), 409, "{path}: a live game has no proof");
            assert_eq!(header(&answer, "cache-control"), Some(expected), "{path}");
            continue;
        }
        let is_refused = headers.is_empty() && answer.status() == 401;
        assert!(answer.status() == 200 || is_refused, "{path}: {}", answer.status());
        assert_eq!(header(&answer, "cache-control"), Some(expected.clone()), "{path}");
        let vary = header(&answer, "vary").unwrap_or_default();
        assert_eq!(vary.contains("authorization"), is_personal(route), "{path}: {vary}");
        assert_eq!(header(&answer, "etag").is_some(), control != NO_STORE, "{path}");
        let Some(tag) = header(&answer, "etag") else { continue };
        let (tag, again) =
            within("an answer that stays the same", unchanged(server, path, &headers, tag)).await;
        assert!(again.body().is_empty(), "{path}");
        assert_eq!(header(&again, "cache-control"), Some(expected), "{path}");
        assert_eq!(header(&again, "etag"), Some(tag), "{path}");
    }
}

/// Asks with the tag of the last response until the answer is `304`: the book of positions changes while the server
/// indexes the games. Returns that tag, too.
async fn unchanged(
    server: &TestServer,
    path: &str,
    headers: &[(&str, &str)],
    mut tag: String,
) -> (String, Response<Vec<u8>>) {
    loop {
        let known = [headers, &[("if-none-match", tag.as_str())]].concat();
        let again = server.http.fetch(path, &known).await;
        if again.status() == 304 {
            return (tag, again);
        }
        assert_eq!(again.status(), 200, "{path}");
        tag = header(&again, "etag").expect("a tag");
    }
}

#[tokio::test]
async fn errors_and_responses_without_a_body_are_not_kept() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    for path in ["/api/games/000000000000", "/api/nothing", "/nothing", "/game/000000000000", "/static/no"] {
        let answer = server.http.send("GET", path, None, None).await;
        assert_eq!(answer.status(), 404);
        assert_eq!(header(&answer, "cache-control").as_deref(), Some(NO_STORE), "{path}");
        assert_eq!(header(&answer, "etag"), None, "{path}");
    }
    for (method, path) in [("POST", "/api/players"), ("OPTIONS", "/api/games"), ("DELETE", "/api/games")] {
        let answer = server.http.send(method, path, None, None).await;
        assert_eq!(header(&answer, "cache-control").as_deref(), Some(NO_STORE), "{method} {path}");
    }
    let home = get(&server, "/", None).await;
    let (_, tag) = home.body().split_once("data-known=\"").expect("the tag of the lists");
    let tag = tag.split('"').next().expect("a tag");
    let unchanged = server.http.send("GET", &format!("/?known={tag}"), None, None).await;
    assert_eq!(unchanged.status(), 204);
    assert_eq!(header(&unchanged, "cache-control").as_deref(), Some(NO_STORE));
    let own = get(&server, "/api/players/me", Some(&player)).await;
    assert_eq!(header(&own, "cache-control").as_deref(), Some("private, no-store"));
}

#[tokio::test]
async fn streams_are_not_kept() {
    let server = TestServer::start().await;
    let (game, players) = start_game(&server.http, "kubuguza", true).await;
    server.command(&players[0], &resign(game)).await.expect("resigned");
    for media_type in ["application/x-ndjson", "text/event-stream"] {
        let path = format!("/api/games/{game}/events");
        let answer = server.http.send_with_headers("GET", &path, &[("accept", media_type)]).await;
        assert_eq!(header(&answer, "content-type").as_deref(), Some(media_type));
        assert_eq!(header(&answer, "cache-control").as_deref(), Some(NO_STORE), "{media_type}");
        assert_eq!(header(&answer, "etag"), None, "{media_type}");
        assert_eq!(header(&answer, "vary").as_deref(), Some("accept, authorization"), "{media_type}");
    }
    let maker = server.http.create_claimed("Kamau").await;
    let tournament = make(&server.http, &maker, &new_tournament("days:1")).await.expect("a tournament");
    let of_tournament = TOURNAMENT_STREAM.replace("{tournament}", tournament.tournament.as_str());
    for path in [ENDLESS_STREAM, &of_tournament] {
        let mut socket = RawSocket::connect(server.address).await;
        let token = players[0].token.reveal();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n");
        socket.write(request.as_bytes()).await;
        let head = socket.read_head().await;
        assert!(head.contains("\r\ncache-control: private, no-store\r\n"), "{head}");
        assert!(head.contains("\r\nvary: authorization\r\n") && !head.contains("\r\netag: "), "{head}");
    }
}

#[tokio::test]
async fn a_viewer_of_another_role_has_another_tag() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    server.command(&south, &resign(game)).await.expect("resigned");
    for path in ["", "/events"].map(|part| format!("/api/games/{game}{part}")) {
        let own = get(&server, &path, Some(&south)).await;
        let other = get(&server, &path, None).await;
        assert_ne!(header(&own, "etag"), header(&other, "etag"), "{path}");
    }
}

#[tokio::test]
async fn a_head_request_returns_the_tag_of_the_get() {
    let server = TestServer::start().await;
    for path in ["/api/openapi.json", "/api/games", "/api/stats", "/static/plain.css", "/rules"] {
        let get = get(&server, path, None).await;
        let head = server.http.send("HEAD", path, None, None).await;
        assert_eq!(header(&head, "etag"), header(&get, "etag"), "{path}");
        assert!(header(&head, "etag").is_some() && head.body().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn statistics_may_be_cached_for_a_minute() {
    let server = TestServer::start().await;
    let answer = get(&server, "/api/stats", None).await;
    assert_eq!(header(&answer, "cache-control").as_deref(), Some(MINUTE));
    let stats: Stats = serde_json::from_str(answer.body()).expect("figures");
    assert_eq!((stats.games, stats.rules.len()), (0, 0));
}
