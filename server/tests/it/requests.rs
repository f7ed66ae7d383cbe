//! The heads and bodies of requests as HTTP has them: `Host`, `Authorization`, `Content-Type`, sizes, spellings of ids.

use std::net::SocketAddr;

use ikibuguzo_protocol::{ErrorCode, Problem};
use ikibuguzo_testing::raw_socket::RawSocket;
use ikibuguzo_testing::{TestServer, act, start_game};

/// The head and the body of the answer to these bytes, after which the connection is closed.
async fn answer(address: SocketAddr, bytes: &[u8]) -> (String, String) {
    let mut socket = RawSocket::connect(address).await;
    socket.try_write(bytes).await;
    let head = socket.read_head().await;
    let body = String::from_utf8(socket.read_to_end().await).expect("text");
    (head, body)
}

/// Asserts that these bytes are answered with a problem of this code.
async fn expect_problem(address: SocketAddr, bytes: &[u8], code: ErrorCode) {
    let (head, body) = answer(address, bytes).await;
    let sent = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]);
    assert!(head.starts_with(&format!("HTTP/1.1 {} ", code.status())), "{sent}: {head}");
    assert!(head.contains("content-type: application/problem+json\r\n"), "{sent}: {head}");
    assert!(head.contains("cache-control: no-store\r\n"), "{sent}: {head}");
    assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{sent}: {head}");
    let problem: Problem = serde_json::from_str(&body).expect("a problem");
    assert_eq!((problem.code, problem.status), (code, code.status()), "{sent}");
}

#[tokio::test]
async fn a_head_that_cannot_be_parsed_is_answered_with_a_problem() {
    let server = TestServer::start().await;
    for head in [
        "nonsense\r\n\r\n",
        "GET /api/games HTTP/7.0\r\nHost: x\r\n\r\n",
        "GET /api/g\0mes HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /api/games HTTP/1.1\r\nHo st: x\r\n\r\n",
        "GET /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n",
    ] {
        expect_problem(server.address, head.as_bytes(), ErrorCode::BadRequest).await;
    }
}

#[tokio::test]
async fn a_head_that_is_too_large_is_answered_with_a_problem() {
    let server = TestServer::start().await;
    let long_path = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(20_000));
    let long_header = format!("GET / HTTP/1.1\r\nHost: x\r\nCookie: {}\r\n\r\n", "x".repeat(20_000));
    let many_headers = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "X: 1\r\n".repeat(200));
    let endless = format!("GET / HTTP/1.1\r\nHost: x\r\nCookie: {}", "x".repeat(20_000));
    for head in [long_path, long_header, many_headers, endless] {
        expect_problem(server.address, head.as_bytes(), ErrorCode::HeadTooLarge).await;
    }
}

#[tokio::test]
async fn a_bad_head_after_a_good_request_is_answered_with_a_problem() {
    let server = TestServer::start().await;
    let mut socket = RawSocket::connect(server.address).await;
    socket.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(socket.read_head().await.starts_with("HTTP/1.1 200 "));
    assert_eq!(socket.read_exact(3).await, b"ok\n");
    socket.write(b"nonsense\r\n\r\n").await;
    assert!(socket.read_head().await.starts_with("HTTP/1.1 400 "));
    let problem: Problem = serde_json::from_slice(&socket.read_to_end().await).expect("a problem");
    assert_eq!(problem.code, ErrorCode::BadRequest);
}

#[tokio::test]
async fn a_request_without_one_host_is_refused() {
    let server = TestServer::start().await;
    let rest = "Connection: close\r\n\r\n";
    for path in ["/api/games", "/", "/healthz", "/ws"] {
        for hosts in ["", "Host: x\r\nHost: x\r\n", "Host: x\r\nhost: y\r\n"] {
            let head = format!("GET {path} HTTP/1.1\r\n{hosts}{rest}");
            expect_problem(server.address, head.as_bytes(), ErrorCode::BadRequest).await;
        }
    }
    for head in ["GET /healthz HTTP/1.0\r\n", "GET /healthz HTTP/1.0\r\nHost: x\r\n"] {
        let (head, body) = answer(server.address, format!("{head}{rest}").as_bytes()).await;
        assert!(head.contains(" 200 ") && body == "ok\n", "{head}");
    }
}

#[tokio::test]
async fn the_scheme_of_a_token_may_be_in_any_case() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let me = async |scheme: &str| {
        let value = format!("{scheme} {}", player.token.reveal());
        let headers = [("authorization", value.as_str())];
        server.http.send_with_headers("GET", "/api/players/me", &headers).await.status().as_u16()
    };
    for scheme in ["Bearer", "bearer", "BEARER", "bEaReR", "Bearer "] {
        assert_eq!(me(scheme).await, 200, "{scheme}");
    }
    for scheme in ["Basic", "Bearer:", "Token"] {
        assert_eq!(me(scheme).await, 401, "{scheme}");
    }
}

#[tokio::test]
async fn a_body_is_declared_as_json() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    let send = async |path: &str, content_type: &str, body: &str| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {}\r\n{content_type}\
             Content-Length: {}\r\n\r\n{body}",
            south.token.reveal(),
            body.len()
        );
        answer(server.address, head.as_bytes()).await
    };
    let command = act(game, 4, "O").to_json();
    let new_game = r#"{"id":"x","rules":"kubuguza"}"#;
    for (path, body) in [("/api/commands", command.as_str()), ("/api/games", new_game)] {
        for wrong in ["", "Content-Type: text/plain\r\n", "Content-Type: application/jsonl\r\n"] {
            let (head, sent) = send(path, wrong, body).await;
            assert!(head.starts_with("HTTP/1.1 415 "), "{path} {wrong}: {head}");
            assert!(sent.contains("unsupported_media_type"), "{sent}");
        }
        let (head, sent) = send(path, "Content-Type: Application/JSON; charset=utf-8\r\n", body).await;
        assert!(head.starts_with("HTTP/1.1 20"), "{path}: {head} {sent}");
    }
    // What has no body needs no type.
    let (head, _) = send("/api/players", "", "").await;
    assert!(head.starts_with("HTTP/1.1 201 "), "{head}");
}

#[tokio::test]
async fn the_id_of_a_game_is_read_in_any_case() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    let upper = game.to_string().to_uppercase();
    for path in ["", "/events", "/plies/0", "/record", "/clock"] {
        let [usual, other] = [game.to_string(), upper.clone()].map(|id| format!("/api/games/{id}{path}"));
        let usual = server.http.send("GET", &usual, None, None).await;
        let other = server.http.send("GET", &other, None, None).await;
        assert_eq!((other.status().as_u16(), other.body()), (200, usual.body()), "{path}");
    }
    let book = server.http.send("GET", &format!("/api/positions?game={upper}"), None, None).await;
    assert_eq!(book.status(), 200, "{}", book.body());
    let act = act(game, 4, "O").to_json().replace(&game.to_string(), &upper);
    let acted = server.http.send("POST", "/api/commands", Some(south.token.reveal()), Some(act)).await;
    assert_eq!(acted.status(), 200, "{}", acted.body());
    assert!(acted.body().contains(&game.to_string()), "{}", acted.body());
}

#[tokio::test]
async fn a_page_of_a_game_leads_to_the_usual_spelling_of_its_id() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    let upper = game.to_string().to_uppercase();
    let head = format!("GET /game/{upper}?ply=0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let (head, _) = answer(server.address, head.as_bytes()).await;
    assert!(head.starts_with("HTTP/1.1 308 "), "{head}");
    assert!(head.contains(&format!("location: /game/{game}?ply=0\r\n")), "{head}");
    let page = server.http.send("GET", &format!("/game/{game}"), None, None).await;
    assert_eq!(page.status(), 200);
    let unknown = server.http.send("GET", "/game/ZZZZZZZZZZZZ", None, None).await;
    assert_eq!(unknown.status(), 404, "no page, no redirect");
}
