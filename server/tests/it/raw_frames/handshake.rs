//! The WebSocket handshake (RFC 6455, 4.2) and request timeouts.

use std::time::Duration;

use ikibuguzo_protocol::{ErrorCode, Problem, ServerMessage};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::TestServer;
use ikibuguzo_testing::raw_socket::{RawSocket, UPGRADE, frame, text_frame};

use super::{PING, Target};

/// Asserts that the handshake with one part replaced is answered with this status.
async fn expect_status(part: &str, replacement: &str, status: u16) {
    let target = Target::start().await;
    let mut raw = RawSocket::connect(target.address).await;
    assert!(UPGRADE.contains(part));
    raw.write(UPGRADE.replace(part, replacement).as_bytes()).await;
    let head = raw.read_head().await;
    assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    target.assert_healthy().await;
}

#[tokio::test]
async fn a_handshake_with_another_version_is_refused() {
    expect_status("Version: 13", "Version: 12", 400).await;
}

#[tokio::test]
async fn a_handshake_without_a_version_is_refused() {
    expect_status("Sec-WebSocket-Version: 13\r\n", "", 400).await;
}

#[tokio::test]
async fn a_handshake_without_a_key_is_refused() {
    expect_status("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "", 400).await;
}

#[tokio::test]
async fn a_handshake_without_an_upgrade_is_refused() {
    expect_status("Upgrade: websocket\r\n", "", 400).await;
}

#[tokio::test]
async fn a_handshake_with_another_method_is_refused() {
    expect_status("GET", "POST", 405).await;
}

#[tokio::test]
async fn a_handshake_at_another_path_is_refused() {
    expect_status("/ws", "/socket", 404).await;
}

#[tokio::test]
async fn bytes_that_are_not_http_are_refused() {
    expect_status("GET /ws HTTP/1.1", "\u{16}\u{3}\u{1}", 400).await;
}

#[tokio::test]
async fn an_endless_request_head_is_refused() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect(target.address).await;
    raw.write(b"GET /ws HTTP/1.1\r\n").await;
    raw.try_write(
        b"X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n".repeat(20_000).as_slice(),
    )
    .await;
    let head = raw.read_head().await;
    assert!(head.starts_with("HTTP/1.1 431 "), "{head}");
    target.assert_healthy().await;
}

#[tokio::test]
async fn a_handshake_sent_byte_by_byte_is_accepted() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect(target.address).await;
    for byte in UPGRADE.bytes() {
        raw.write(&[byte]).await;
    }
    assert!(raw.read_head().await.starts_with("HTTP/1.1 101 "));
    for byte in [text_frame(r#"{"type":"hello"}"#), frame(0x81, PING)].concat() {
        raw.write(&[byte]).await;
    }
    assert!(matches!(raw.read_message().await, ServerMessage::Welcome { .. }));
    raw.read_pong().await;
    target.assert_healthy().await;
}

#[tokio::test]
async fn frames_may_arrive_with_the_handshake() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect(target.address).await;
    raw.write(&[UPGRADE.as_bytes(), &text_frame(r#"{"type":"hello"}"#), &frame(0x81, PING)].concat()).await;
    assert!(raw.read_head().await.starts_with("HTTP/1.1 101 "));
    assert!(matches!(raw.read_message().await, ServerMessage::Welcome { .. }));
    raw.read_pong().await;
    target.assert_healthy().await;
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect(target.address).await;
    raw.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2).as_slice()).await;
    for _ in 0..2 {
        assert!(raw.read_head().await.starts_with("HTTP/1.1 200 "));
        assert_eq!(raw.read_exact(3).await, b"ok\n");
    }
    target.assert_healthy().await;
}

#[tokio::test]
async fn a_handshake_may_follow_a_request_on_the_same_connection() {
    let target = Target::start().await;
    let mut raw = RawSocket::connect(target.address).await;
    raw.write(format!("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n{UPGRADE}").as_bytes()).await;
    assert!(raw.read_head().await.starts_with("HTTP/1.1 200 "));
    assert_eq!(raw.read_exact(3).await, b"ok\n");
    assert!(raw.read_head().await.starts_with("HTTP/1.1 101 "));
    target.assert_healthy().await;
}

/// Starts a server with a short request timeout.
async fn start_with_short_timeout() -> TestServer {
    TestServer::start_with(Limits { request: Duration::from_millis(500), ..Limits::default() }).await
}

#[tokio::test]
async fn a_silent_connection_is_closed() {
    assert_eq!(RawSocket::connect(start_with_short_timeout().await.address).await.read_to_end().await, b"");
}

#[tokio::test]
async fn an_incomplete_request_is_closed_after_the_timeout() {
    let mut raw = RawSocket::connect(start_with_short_timeout().await.address).await;
    raw.write(&UPGRADE.as_bytes()[..40]).await;
    assert_eq!(raw.read_to_end().await, b"");
}

#[tokio::test]
async fn an_idle_keep_alive_connection_is_closed() {
    let mut raw = RawSocket::connect(start_with_short_timeout().await.address).await;
    raw.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(raw.read_head().await.starts_with("HTTP/1.1 200 "));
    raw.read_to_end().await;
}

#[tokio::test]
async fn an_incomplete_body_is_refused_after_the_timeout() {
    let server = start_with_short_timeout().await;
    let player = server.http.create_guest().await;
    for path in ["/api/games", "/api/commands"] {
        let mut raw = RawSocket::connect(server.address).await;
        let token = player.token.reveal();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
        );
        raw.write(head.as_bytes()).await;
        assert!(raw.read_head().await.starts_with("HTTP/1.1 408 "));
        let problem: Problem = serde_json::from_slice(&raw.read_to_end().await).expect("a problem");
        assert_eq!(problem.code, ErrorCode::Idle);
    }
}

#[tokio::test]
async fn a_socket_outlives_the_request_timeout() {
    let server = start_with_short_timeout().await;
    let mut raw = RawSocket::connect_with_hello(server.address).await;
    let mut late = RawSocket::connect(server.address).await;
    late.read_to_end().await;
    raw.send_ping().await;
    raw.read_pong().await;
}
