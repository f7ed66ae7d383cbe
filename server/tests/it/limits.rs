//! How much of the server one client may take up.

use std::time::Duration;

use ikibuguzo_protocol::{ClientMessage, ErrorCode, Problem, ServerMessage};
use ikibuguzo_server::net::limits::Limits;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::commands::{act, arranged_pair};
use crate::support::raw_socket::{Raw, UPGRADE};
use crate::support::{Client, TestServer, new_game};

/// So short that nobody waits for it, and long enough for a machine that is busy.
const MOMENT: Duration = Duration::from_millis(100);

#[tokio::test]
async fn a_socket_that_does_not_say_hello_is_closed() {
    let server = TestServer::start_with(Limits { hello: MOMENT, ..Limits::default() }).await;
    let mut client = Client::connect_silently(server.address).await;
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
async fn a_socket_without_a_sign_of_life_is_closed_and_forgotten() {
    let server = TestServer::start_with(Limits { beat: MOMENT, ..Limits::default() }).await;
    // It never reads again, and so it never answers a ping.
    let client = server.client(None).await;
    while server.app.door.open() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(client);
}

#[tokio::test]
async fn a_socket_that_answers_pings_stays_open() {
    // Only a client that says nothing for two seconds is closed here.
    let beat = Duration::from_secs(1);
    let server = TestServer::start_with(Limits { beat, ..Limits::default() }).await;
    let mut client = server.client(None).await;
    for _ in 0..4 {
        match client.next_frame().await {
            Some(Message::Ping(_)) => {}
            other => panic!("no ping: {other:?}"),
        }
    }
    client.send(&ClientMessage::Ping {}).await;
    assert!(matches!(client.next().await, ServerMessage::Pong { .. }));
}

#[tokio::test]
async fn more_sockets_than_one_address_may_have_are_refused() {
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
    first.cut();
    while server.app.door.open() > 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.client(None).await;
}

#[tokio::test]
async fn more_connections_than_one_address_may_have_are_closed() {
    let limits = Limits { sockets_per_address: 2, ..Limits::default() };
    let most = limits.of_connections().of_one;
    let server = TestServer::start_with(limits).await;
    let mut held = Vec::new();
    for _ in 0..limits.sockets_per_address {
        held.push(Raw::greeted(server.address).await);
    }
    for _ in held.len()..most {
        let mut raw = Raw::open(server.address).await;
        raw.write(&UPGRADE.as_bytes()[..40]).await;
        held.push(raw);
    }
    let too_many = Raw::open(server.address).await.rest().await;
    assert_eq!(too_many, [0; 0], "closed without a word");
    let counted = server.app.metrics.text().expect("text");
    assert!(counted.contains("refusals_total{code=\"too_many_sockets\"} 1\n"), "{counted}");
    held.clear();
    // Each counts until the server has seen that it has gone.
    loop {
        let mut raw = Raw::open(server.address).await;
        if raw.write_in_vain(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await
            && raw.rest().await.starts_with(b"HTTP/1.1 200 ")
        {
            break;
        }
    }
}

#[tokio::test]
async fn talk_puts_off_no_move() {
    let server = TestServer::start().await;
    let (game, _, [mut south, _]) = arranged_pair(&server).await;
    for _ in 0..200 {
        south.send(&ClientMessage::Ping {}).await;
    }
    south.send(&act(game, 0, "N")).await;
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
    assert!(too_fast > 100, "{too_fast}");
}

#[tokio::test]
async fn who_talks_too_fast_is_told_when_to_go_on() {
    let server = TestServer::start().await;
    let mut client = server.client(None).await;
    let mut refused = 0;
    for _ in 0..200 {
        client.send(&ClientMessage::Ping {}).await;
    }
    for _ in 0..200 {
        match client.next().await {
            ServerMessage::Pong { .. } => {}
            ServerMessage::Refused(refusal) => {
                assert_eq!(refusal.code, ErrorCode::TooFast);
                assert!(refusal.retry_after.is_some_and(|wait| wait > 0 && wait <= 50));
                refused += 1;
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    assert!(refused > 0, "two hundred messages at once");
    // The socket is as good as before.
    tokio::time::sleep(Duration::from_millis(100)).await;
    client.send(&ClientMessage::Ping {}).await;
    assert!(matches!(client.next().await, ServerMessage::Pong { .. }));
}

#[tokio::test]
async fn whoever_follows_more_games_may_say_more() {
    let server = TestServer::start().await;
    let player = server.http.guest().await;
    let mut client = server.client(None).await;
    for _ in 0..4 {
        let game = server.http.create(&player, &new_game("kubuguza", "none")).await.expect("created").game;
        client.join(game, None).await;
    }
    // Somewhat less than four times what a socket with one game may say at once.
    for _ in 0..200 {
        client.send(&ClientMessage::Ping {}).await;
    }
    for _ in 0..200 {
        let answer = client.next().await;
        assert!(matches!(answer, ServerMessage::Pong { .. }), "{answer:?}");
    }
}

#[tokio::test]
async fn more_games_than_there_may_be_in_memory_are_put_off() {
    let limits = Limits { rooms: 1, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let player = server.http.guest().await;
    let first = server.http.create(&player, &new_game("kubuguza", "none")).await.expect("created").game;
    let second = server.http.create(&player, &new_game("kubuguza", "none")).await.expect("created").game;
    let mut client = server.client(Some(&player)).await;
    client.join(first, None).await;
    let problem = server.http.join(&server.http.guest().await, second).await.expect_err("no room for it");
    assert_eq!((problem.code, problem.status), (ErrorCode::Busy, 503));
    server.http.join(&server.http.guest().await, first).await.expect("the first one goes on");
}
