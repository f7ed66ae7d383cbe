//! The HTTP request that should become a WebSocket (RFC 6455, 4.2).

use std::time::Duration;

use ikibuguzo_protocol::{Problem, ServerMessage};
use ikibuguzo_server::net::limits::Limits;

use super::{PING, Victim};
use crate::support::TestServer;
use crate::support::raw_socket::{Raw, UPGRADE, frame, text};

/// The request with a part of it changed is answered with this status.
async fn changed(part: &str, other: &str, status: u16) {
    let victim = Victim::start().await;
    let mut raw = Raw::open(victim.address).await;
    assert!(UPGRADE.contains(part));
    raw.write(UPGRADE.replace(part, other).as_bytes()).await;
    let head = raw.head().await;
    assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    victim.plays_on().await;
}

#[tokio::test]
async fn another_version_is_refused() {
    changed("Version: 13", "Version: 12", 400).await;
}

#[tokio::test]
async fn no_version_is_refused() {
    changed("Sec-WebSocket-Version: 13\r\n", "", 400).await;
}

#[tokio::test]
async fn no_key_is_refused() {
    changed("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "", 400).await;
}

#[tokio::test]
async fn no_upgrade_is_refused() {
    changed("Upgrade: websocket\r\n", "", 400).await;
}

#[tokio::test]
async fn another_method_is_refused() {
    changed("GET", "POST", 405).await;
}

#[tokio::test]
async fn a_path_that_is_none_is_refused() {
    changed("/ws", "/socket", 404).await;
}

#[tokio::test]
async fn what_is_not_http_is_refused() {
    changed("GET /ws HTTP/1.1", "\u{16}\u{3}\u{1}", 400).await;
}

#[tokio::test]
async fn a_head_without_end_is_refused() {
    let victim = Victim::start().await;
    let mut raw = Raw::open(victim.address).await;
    raw.write(b"GET /ws HTTP/1.1\r\n").await;
    raw.write_in_vain(
        b"X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n".repeat(20_000).as_slice(),
    )
    .await;
    let head = raw.head().await;
    assert!(head.starts_with("HTTP/1.1 431 "), "{head}");
    victim.plays_on().await;
}

#[tokio::test]
async fn a_handshake_byte_by_byte_is_a_handshake() {
    let victim = Victim::start().await;
    let mut raw = Raw::open(victim.address).await;
    for byte in UPGRADE.bytes() {
        raw.write(&[byte]).await;
    }
    assert!(raw.head().await.starts_with("HTTP/1.1 101 "));
    for byte in [text(r#"{"type":"hello"}"#), frame(0x81, PING)].concat() {
        raw.write(&[byte]).await;
    }
    assert!(matches!(raw.message().await, ServerMessage::Welcome { .. }));
    raw.pong().await;
    victim.plays_on().await;
}

#[tokio::test]
async fn frames_may_come_with_the_handshake() {
    let victim = Victim::start().await;
    let mut raw = Raw::open(victim.address).await;
    raw.write(&[UPGRADE.as_bytes(), &text(r#"{"type":"hello"}"#), &frame(0x81, PING)].concat()).await;
    assert!(raw.head().await.starts_with("HTTP/1.1 101 "));
    assert!(matches!(raw.message().await, ServerMessage::Welcome { .. }));
    raw.pong().await;
    victim.plays_on().await;
}

#[tokio::test]
async fn two_requests_at_once_are_answered_in_turn() {
    let victim = Victim::start().await;
    let mut raw = Raw::open(victim.address).await;
    raw.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2).as_slice()).await;
    for _ in 0..2 {
        assert!(raw.head().await.starts_with("HTTP/1.1 200 "));
        assert_eq!(raw.take(3).await, b"ok\n");
    }
    victim.plays_on().await;
}

#[tokio::test]
async fn a_request_may_come_before_the_handshake() {
    let victim = Victim::start().await;
    let mut raw = Raw::open(victim.address).await;
    raw.write(format!("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n{UPGRADE}").as_bytes()).await;
    assert!(raw.head().await.starts_with("HTTP/1.1 200 "));
    assert_eq!(raw.take(3).await, b"ok\n");
    assert!(raw.head().await.starts_with("HTTP/1.1 101 "));
    victim.plays_on().await;
}

/// A server that waits so shortly for a request that a test can wait for the end of it.
async fn impatient() -> TestServer {
    TestServer::start_with(Limits { request: Duration::from_millis(500), ..Limits::default() }).await
}

#[tokio::test]
async fn a_connection_that_says_nothing_is_closed() {
    assert_eq!(Raw::open(impatient().await.address).await.rest().await, b"");
}

#[tokio::test]
async fn a_request_that_does_not_come_to_its_end_is_closed() {
    let mut raw = Raw::open(impatient().await.address).await;
    raw.write(&UPGRADE.as_bytes()[..40]).await;
    assert_eq!(raw.rest().await, b"");
}

#[tokio::test]
async fn a_connection_without_another_request_is_closed() {
    let mut raw = Raw::open(impatient().await.address).await;
    raw.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(raw.head().await.starts_with("HTTP/1.1 200 "));
    raw.rest().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_to_its_end_is_refused() {
    let server = impatient().await;
    let player = server.http.guest().await;
    for path in ["/api/games", "/api/commands"] {
        let mut raw = Raw::open(server.address).await;
        let token = player.token.reveal();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
        );
        raw.write(head.as_bytes()).await;
        assert!(raw.head().await.starts_with("HTTP/1.1 408 "));
        let problem: Problem = serde_json::from_slice(&raw.rest().await).expect("a problem");
        assert_eq!(problem.code, ikibuguzo_protocol::ErrorCode::Idle);
    }
}

#[tokio::test]
async fn a_socket_outlives_the_time_for_a_request() {
    let server = impatient().await;
    let mut raw = Raw::greeted(server.address).await;
    let mut late = Raw::open(server.address).await;
    late.rest().await;
    raw.ping().await;
    raw.pong().await;
}
