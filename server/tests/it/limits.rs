//! Limits for one client: sockets, connections, messages, rooms.

use std::time::Duration;

use ikibuguzo_protocol::{ClientMessage, ErrorCode, Problem, ServerMessage};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::raw_socket::{RawSocket, UPGRADE};
use ikibuguzo_testing::{TestClient, TestServer, act, arranged_pair, eventually, new_game};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

/// A timeout that is short for a test and long enough for a busy machine.
const SHORT_TIMEOUT: Duration = Duration::from_millis(100);

#[tokio::test]
async fn a_socket_that_does_not_say_hello_is_closed() {
    let server = TestServer::start_with(Limits { hello: SHORT_TIMEOUT, ..Limits::default() }).await;
    let mut client = TestClient::connect_without_hello(server.address).await;
    match client.next().await {
        ServerMessage::Bye { code, .. } => assert_eq!(code, ErrorCode::Idle),
        other => panic!("no goodbye: {other:?}"),
    }
    match client.next_frame().await {
        Some(Message::Close(Some(frame))) => assert_eq!(u16::from(frame.code), 1001),
        other => panic!("not closed: {other:?}"),
    }
}

#[tokio::test]
async fn a_socket_that_answers_no_ping_is_closed() {
    let server = TestServer::start_with(Limits { beat: SHORT_TIMEOUT, ..Limits::default() }).await;
    // The client never reads again, so it never answers a ping.
    let client = server.client(None).await;
    server.wait_for_open_sockets(0).await;
    drop(client);
}

#[tokio::test]
async fn a_socket_that_answers_pings_stays_open() {
    // A client that is silent for two beats is closed.
    let beat = Duration::from_millis(500);
    let server = TestServer::start_with(Limits { beat, ..Limits::default() }).await;
    let mut client = server.client(None).await;
    for _ in 0..4 {
        match client.next_frame().await {
            Some(Message::Ping(_)) => {}
            other => panic!("no ping: {other:?}"),
        }
    }
    client.send(&ClientMessage::PING).await;
    assert!(matches!(client.next().await, ServerMessage::Pong { .. }));
}

#[tokio::test]
async fn a_socket_that_announces_its_next_message_is_not_pinged_before_it() {
    let server = TestServer::start_with(Limits { beat: SHORT_TIMEOUT, ..Limits::default() }).await;
    let mut client = server.client(None).await;
    client.send_frame(Message::text(r#"{"type":"ping","next_within":120}"#)).await;
    assert!(matches!(client.next().await, ServerMessage::Pong { .. }));
    // This one answers no ping and is closed, after the first one would have been pinged several times.
    let silent = server.client(None).await;
    server.wait_for_open_sockets(1).await;
    drop(silent);
    client.send(&ClientMessage::PING).await;
    match client.next_frame().await {
        Some(Message::Text(text)) => assert!(text.contains("pong"), "{text}"),
        other => panic!("no answer: {other:?}"),
    }
    // Its last ping has announced nothing.
    match client.next_frame().await {
        Some(Message::Ping(_)) => {}
        other => panic!("no ping: {other:?}"),
    }
}

#[tokio::test]
async fn a_ping_announces_at_most_two_minutes() {
    let server = TestServer::start().await;
    let mut client = server.client(None).await;
    for wrong in ["0", "121", "1.5", "-1", r#""soon""#] {
        let ping = format!(r#"{{"type":"ping","next_within":{wrong}}}"#);
        client.send_frame(Message::text(ping)).await;
        match client.next().await {
            ServerMessage::Refused(refusal) => assert_eq!(refusal.code, ErrorCode::BadField, "{wrong}"),
            other => panic!("not refused: {other:?}"),
        }
    }
}

#[tokio::test]
async fn sockets_beyond_the_limit_per_address_are_refused() {
    let server = TestServer::start_with(Limits { sockets_per_address: 2, ..Limits::default() }).await;
    let first = server.client(None).await;
    let _second = server.client(None).await;
    let url = format!("ws://{}/ws", server.address);
    match connect_async(&url).await {
        Err(Error::Http(response)) => {
            assert_eq!(response.status().as_u16(), 429);
            let body = response.body().as_deref().expect("a problem");
            let problem: Problem = serde_json::from_slice(body).expect("a problem");
            assert_eq!(problem.code, ErrorCode::TooManySockets);
        }
        other => panic!("not refused: {other:?}"),
    }
    first.disconnect();
    server.wait_for_open_sockets(1).await;
    server.client(None).await;
}

#[tokio::test]
async fn connections_beyond_the_limit_per_address_are_closed() {
    let limits = Limits { sockets_per_address: 2, ..Limits::default() };
    let max_connections = limits.connection_limits().per_address;
    let server = TestServer::start_with(limits).await;
    let mut held = Vec::new();
    for _ in 0..limits.sockets_per_address {
        held.push(RawSocket::connect_with_hello(server.address).await);
    }
    for _ in held.len()..max_connections {
        let mut raw = RawSocket::connect(server.address).await;
        raw.write(&UPGRADE.as_bytes()[..40]).await;
        held.push(raw);
    }
    let too_many = RawSocket::connect(server.address).await.read_to_end().await;
    assert_eq!(too_many, [0; 0], "closed without an answer");
    let metrics = server.app.metrics.text().expect("text");
    assert!(metrics.contains("refusals_total{code=\"too_many_sockets\"} 1\n"), "{metrics}");
    held.clear();
    // Each counts until the server notices that it is closed.
    let is_admitted = async || {
        let mut raw = RawSocket::connect(server.address).await;
        raw.try_write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await
            && raw.read_to_end().await.starts_with(b"HTTP/1.1 200 ")
    };
    eventually("the admission of another connection", is_admitted).await;
}

#[tokio::test]
async fn a_rate_limited_socket_can_still_move() {
    let server = TestServer::start().await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    for _ in 0..200 {
        south.send(&ClientMessage::PING).await;
    }
    south.send(&act(game, 6, "N")).await;
    let mut too_fast = 0;
    loop {
        match south.next().await {
            ServerMessage::Ack { .. } => break,
            ServerMessage::Refused(refusal) => {
                assert_eq!((refusal.code, refusal.id), (ErrorCode::TooFast, None));
                too_fast += 1;
            }
            _ => {}
        }
    }
    assert!(too_fast > 0, "none of 200 pings");
}

#[tokio::test]
async fn a_socket_that_sends_too_fast_learns_when_to_retry() {
    let server = TestServer::start().await;
    let mut client = server.client(None).await;
    let mut retry_after = 0;
    for _ in 0..200 {
        client.send(&ClientMessage::PING).await;
    }
    for _ in 0..200 {
        match client.next().await {
            ServerMessage::Pong { .. } => {}
            ServerMessage::Refused(refusal) => {
                assert_eq!(refusal.code, ErrorCode::TooFast);
                retry_after = refusal.retry_after.expect("a time to wait");
                assert!((1..=50).contains(&retry_after), "{retry_after}");
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    assert!(retry_after > 0, "two hundred messages at once are too many");
    // The test waits as long as the answer asks for.
    tokio::time::sleep(Duration::from_millis(retry_after)).await;
    client.send(&ClientMessage::PING).await;
    assert!(matches!(client.next().await, ServerMessage::Pong { .. }));
}

#[tokio::test]
async fn a_socket_with_more_games_may_send_more() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let mut client = server.client(None).await;
    for _ in 0..4 {
        let game =
            server.http.create_game(&player, &new_game("kubuguza", "none")).await.expect("created").game;
        client.join(game, None).await;
    }
    // Slightly less than four times what a socket with one game may send at once.
    for _ in 0..200 {
        client.send(&ClientMessage::PING).await;
    }
    for _ in 0..200 {
        let answer = client.next().await;
        assert!(matches!(answer, ServerMessage::Pong { .. }), "{answer:?}");
    }
}

#[tokio::test]
async fn a_game_beyond_the_room_limit_is_refused_as_busy() {
    let limits = Limits { rooms: 1, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let player = server.http.create_guest().await;
    let first = server.http.create_game(&player, &new_game("kubuguza", "none")).await.expect("created").game;
    let second = server.http.create_game(&player, &new_game("kubuguza", "none")).await.expect("created").game;
    let mut client = server.client(Some(&player)).await;
    client.join(first, None).await;
    let problem =
        server.http.join_game(&server.http.create_guest().await, second).await.expect_err("no room is free");
    assert_eq!((problem.code, problem.status), (ErrorCode::Busy, 503));
    server.http.join_game(&server.http.create_guest().await, first).await.expect("the first game continues");
}
