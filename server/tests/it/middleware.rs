//! Behaviour of every request: rate limits, cross-origin access, HEAD, compression.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode};
use ikibuguzo_protocol::{ErrorCode, Problem};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::router;
use ikibuguzo_testing::{TestServer, act, arranged_pair, within};
use tower::ServiceExt;

async fn request(server: &TestServer, method: &str, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let request = Request::builder().method(method).uri(path).header("host", "x");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let mut request = request.body(Body::empty()).expect("a request");
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
    router(server.app.clone()).oneshot(request).await.expect("an answer")
}

/// Repeats a request while the response has this status. Returns the first other response.
async fn repeat_while(status: u16, request: impl AsyncFn() -> Response<String>) -> Response<String> {
    let repeat = async {
        loop {
            let response = request().await;
            if response.status() != status {
                return response;
            }
        }
    };
    within("a refusal by the rate limit", repeat).await
}

#[tokio::test]
async fn a_rate_limited_address_learns_when_to_retry_and_can_still_move() {
    let limits = Limits { requests_per_second: 5, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let (game, [south, _], _) = arranged_pair(&server).await;
    let refused = repeat_while(200, async || server.http.send("GET", "/api/games", None, None).await).await;
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=10).contains(&wait), "{wait}");
    let problem: Problem = serde_json::from_str(refused.body()).expect("a problem");
    assert_eq!(problem.code, ErrorCode::TooFast);
    assert_eq!(server.http.send("GET", "/healthz", None, None).await.status(), 200);
    let body = act(game, 6, "N").to_json();
    let moved = server.http.send("POST", "/api/commands", Some(south.token.reveal()), Some(body)).await;
    assert_eq!(moved.status(), 200, "{}", moved.body());
}

#[tokio::test]
async fn commands_without_the_token_of_a_player_are_rate_limited_per_address() {
    let limits = Limits { requests_per_second: 5, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let (game, ..) = arranged_pair(&server).await;
    let unknown = "0".repeat(52);
    let body = act(game, 6, "N").to_json();
    let send = async || server.http.send("POST", "/api/commands", Some(&unknown), Some(body.clone())).await;
    let refused = repeat_while(401, send).await;
    assert_eq!(refused.status(), 429);
    let listed = server.http.send("GET", "/api/games", None, None).await;
    assert_eq!(listed.status(), 200, "other requests are counted by themselves");
}

#[tokio::test]
async fn refused_commands_are_rate_limited_per_player() {
    let server = TestServer::start().await;
    let (game, [south, north], _) = arranged_pair(&server).await;
    let send = async |who: &ikibuguzo_protocol::Credentials, action| {
        let body = act(game, 6, action).to_json();
        server.http.send("POST", "/api/commands", Some(who.token.reveal()), Some(body)).await
    };
    // Until the first one that is rate limited: the next one may come late enough to be judged again.
    let refused = repeat_while(409, async || send(&north, "n").await).await;
    assert_eq!(
        (refused.status().as_u16(), &refused.headers()["retry-after"]),
        (429, &"1".parse().expect("text"))
    );
    assert_eq!(send(&south, "N").await.status(), 200, "another player at the same address is not limited");
}

#[tokio::test]
async fn malformed_commands_are_rate_limited_like_refused_ones() {
    for (body, code) in [("{", 400), (r#"{"type":"ping"}"#, 422)] {
        let server = TestServer::start().await;
        let player = server.http.create_guest().await;
        let token = Some(player.token.reveal());
        let send = async || server.http.send("POST", "/api/commands", token, Some(body.to_owned())).await;
        let answer = repeat_while(code, send).await;
        assert_eq!(answer.status(), 429, "{}", answer.body());
    }
}

#[tokio::test]
async fn cross_origin_requests_may_read_but_not_write() {
    let server = TestServer::start().await;
    let origin = [("origin", "https://elsewhere.example")];
    for path in ["/api/games", "/api/games/000000000000", "/api/openapi.json"] {
        let answer = request(&server, "GET", path, &origin).await;
        assert_eq!(answer.headers()["access-control-allow-origin"], "*", "{path}");
        assert!(!answer.headers().contains_key("access-control-allow-credentials"));
    }
    for picture in ["board.svg", "board.png", "replay.svg", "qr.svg"] {
        let answer = request(&server, "GET", &format!("/game/000000000000/{picture}"), &origin).await;
        let is_open = answer.headers().contains_key("access-control-allow-origin");
        assert_eq!(is_open, picture != "qr.svg", "{picture}");
    }
    let preflight = request(&server, "OPTIONS", "/api/games", &origin).await;
    assert_eq!(preflight.status(), StatusCode::NO_CONTENT);
    assert_eq!(preflight.headers()["allow"], "GET,HEAD,POST");
    assert_eq!(preflight.headers()["access-control-allow-methods"], "GET, HEAD");
    assert!(
        !preflight.headers()["access-control-allow-headers"]
            .to_str()
            .expect("text")
            .contains("authorization")
    );
    let written = request(&server, "POST", "/api/players", &origin).await;
    assert_eq!(written.status(), StatusCode::CREATED);
    assert!(!written.headers().contains_key("access-control-allow-origin"));
    assert_eq!(request(&server, "OPTIONS", "/api/nothing", &origin).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_head_request_returns_the_headers_of_the_get() {
    let server = TestServer::start().await;
    for path in ["/", "/api/games", "/healthz", "/api/openapi.json", "/api/games/000000000000"] {
        let get = request(&server, "GET", path, &[]).await;
        let head = request(&server, "HEAD", path, &[]).await;
        assert_eq!(get.status(), head.status(), "{path}");
        assert_eq!(get.headers()["content-type"], head.headers()["content-type"], "{path}");
        assert_eq!(get.headers().get("content-length"), head.headers().get("content-length"), "{path}");
        let body = axum::body::to_bytes(head.into_body(), 1).await.expect("a body");
        assert!(body.is_empty(), "{path}");
    }
    let refused = request(&server, "PUT", "/api/games", &[]).await;
    assert_eq!(
        (refused.status(), &refused.headers()["allow"]),
        (StatusCode::METHOD_NOT_ALLOWED, &"GET,HEAD,POST".parse().expect("text"))
    );
}

#[tokio::test]
async fn responses_are_compressed_and_streams_are_not() {
    let server = TestServer::start().await;
    let (game, ..) = arranged_pair(&server).await;
    let accept_gzip = [("accept-encoding", "gzip")];
    for path in ["/", "/api", "/api/openapi.json", "/static/plain.css"] {
        let answer = request(&server, "GET", path, &accept_gzip).await;
        assert_eq!(answer.headers()["content-encoding"], "gzip", "{path}");
    }
    let plain = request(&server, "GET", "/api/openapi.json", &[]).await;
    assert!(!plain.headers().contains_key("content-encoding"));
    for mime in ["text/event-stream", "application/x-ndjson"] {
        let path = format!("/api/games/{game}/events");
        let stream = request(&server, "GET", &path, &[accept_gzip[0], ("accept", mime)]).await;
        assert_eq!(stream.headers()["content-type"], mime);
        assert!(!stream.headers().contains_key("content-encoding"), "{mime}");
    }
}
