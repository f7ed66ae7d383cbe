//! What holds for every request: how many may come, who may read the answers, how they are packed.

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode};
use ikibuguzo_protocol::{ErrorCode, Problem};
use ikibuguzo_server::api::router;
use ikibuguzo_server::net::limits::Limits;
use std::net::SocketAddr;
use tower::ServiceExt;

use crate::commands::{act, arranged_pair};
use crate::support::TestServer;

async fn ask(server: &TestServer, method: &str, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let request = Request::builder().method(method).uri(path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let mut request = request.body(Body::empty()).expect("a request");
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1))));
    router(server.app.clone()).oneshot(request).await.expect("an answer")
}

#[tokio::test]
async fn an_address_that_asks_too_often_is_told_when_to_come_back_and_may_still_move() {
    let limits = Limits { requests_per_second: 5, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let (game, [south, _], _) = arranged_pair(&server).await;
    let refused = loop {
        let answer = server.http.send("GET", "/api/games", None, None).await;
        if answer.status() != 200 {
            break answer;
        }
    };
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=10).contains(&wait), "{wait}");
    let problem: Problem = serde_json::from_str(refused.body()).expect("a problem");
    assert_eq!(problem.code, ErrorCode::TooFast);
    assert_eq!(server.http.send("GET", "/healthz", None, None).await.status(), 200);
    let body = act(game, 0, "N").to_json();
    let moved = server.http.send("POST", "/api/commands", Some(south.token.reveal()), Some(body)).await;
    assert_eq!(moved.status(), 200, "{}", moved.body());
}

#[tokio::test]
async fn a_player_who_is_refused_too_often_is_told_when_to_come_back() {
    let server = TestServer::start().await;
    let (game, [south, north], _) = arranged_pair(&server).await;
    let send = async |who: &ikibuguzo_protocol::Credentials, action| {
        let body = act(game, 0, action).to_json();
        server.http.send("POST", "/api/commands", Some(who.token.reveal()), Some(body)).await
    };
    // The first that is put off, since the next one may come late enough to be judged again.
    let refused = loop {
        let answer = send(&north, "n").await;
        if answer.status() != 409 {
            break answer;
        }
    };
    assert_eq!(
        (refused.status().as_u16(), &refused.headers()["retry-after"]),
        (429, &"1".parse().expect("text"))
    );
    assert_eq!(send(&south, "N").await.status(), 200, "another player of the same address");
}

#[tokio::test]
async fn what_is_no_command_costs_its_player_as_much_as_a_refused_one() {
    for (body, code) in [("{", 400), (r#"{"type":"ping"}"#, 422)] {
        let server = TestServer::start().await;
        let player = server.http.guest().await;
        let answer = loop {
            let token = Some(player.token.reveal());
            let answer = server.http.send("POST", "/api/commands", token, Some(body.to_owned())).await;
            if answer.status() != code {
                break answer;
            }
        };
        assert_eq!(answer.status(), 429, "{}", answer.body());
    }
}

#[tokio::test]
async fn a_page_from_elsewhere_may_read_and_not_write() {
    let server = TestServer::start().await;
    let from = [("origin", "https://elsewhere.example")];
    for path in ["/api/games", "/api/games/000000000000", "/api/openapi.json"] {
        let answer = ask(&server, "GET", path, &from).await;
        assert_eq!(answer.headers()["access-control-allow-origin"], "*", "{path}");
        assert!(!answer.headers().contains_key("access-control-allow-credentials"));
    }
    let preflight = ask(&server, "OPTIONS", "/api/games", &from).await;
    assert_eq!(preflight.status(), StatusCode::NO_CONTENT);
    assert_eq!(preflight.headers()["allow"], "GET,HEAD,POST");
    assert_eq!(preflight.headers()["access-control-allow-methods"], "GET, HEAD");
    assert!(
        !preflight.headers()["access-control-allow-headers"]
            .to_str()
            .expect("text")
            .contains("authorization")
    );
    let written = ask(&server, "POST", "/api/players", &from).await;
    assert_eq!(written.status(), StatusCode::CREATED);
    assert!(!written.headers().contains_key("access-control-allow-origin"));
    assert_eq!(ask(&server, "OPTIONS", "/api/nothing", &from).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_head_is_the_head_of_the_answer() {
    let server = TestServer::start().await;
    for path in ["/", "/api/games", "/healthz", "/api/openapi.json", "/api/games/000000000000"] {
        let (get, head) = (ask(&server, "GET", path, &[]).await, ask(&server, "HEAD", path, &[]).await);
        assert_eq!(get.status(), head.status(), "{path}");
        assert_eq!(get.headers()["content-type"], head.headers()["content-type"], "{path}");
        assert_eq!(get.headers().get("content-length"), head.headers().get("content-length"), "{path}");
        let body = axum::body::to_bytes(head.into_body(), 1).await.expect("a body");
        assert!(body.is_empty(), "{path}");
    }
    let refused = ask(&server, "PUT", "/api/games", &[]).await;
    assert_eq!(
        (refused.status(), &refused.headers()["allow"]),
        (StatusCode::METHOD_NOT_ALLOWED, &"GET,HEAD,POST".parse().expect("text"))
    );
}

#[tokio::test]
async fn answers_are_packed_and_streams_are_not() {
    let server = TestServer::start().await;
    let (game, ..) = arranged_pair(&server).await;
    let packed = [("accept-encoding", "gzip")];
    for path in ["/", "/api", "/api/openapi.json", "/static/style.css"] {
        let answer = ask(&server, "GET", path, &packed).await;
        assert_eq!(answer.headers()["content-encoding"], "gzip", "{path}");
    }
    let plain = ask(&server, "GET", "/api/openapi.json", &[]).await;
    assert!(!plain.headers().contains_key("content-encoding"));
    for mime in ["text/event-stream", "application/x-ndjson"] {
        let path = format!("/api/games/{game}/events");
        let stream = ask(&server, "GET", &path, &[packed[0], ("accept", mime)]).await;
        assert_eq!(stream.headers()["content-type"], mime);
        assert!(!stream.headers().contains_key("content-encoding"), "{mime}");
    }
}
