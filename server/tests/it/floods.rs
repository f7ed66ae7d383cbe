//! Sockets that go on sending in spite of refusals are closed. Clients that send much for a good reason are not.

use ikibuguzo_protocol::{ClientMessage, ErrorCode, GameId, MAX_CLIENT_MESSAGE_BYTES};
use ikibuguzo_testing::TestServer;
use ikibuguzo_testing::raw_socket::{RawSocket, SocketClose, frame, text_frame};
use ikibuguzo_testing::{act, new_game, start_game};

/// More frames than a socket may send, however long the server takes to read them.
const FLOOD: usize = 5_000;

/// One frame of each kind that a client can repeat.
fn frames(game: GameId) -> Vec<(&'static str, Vec<u8>)> {
    let message = |message: &ClientMessage| text_frame(&message.to_json());
    vec![
        ("pings of the protocol", message(&ClientMessage::PING)),
        ("pings of WebSockets", frame(0x89, b"x")),
        ("pongs of WebSockets", frame(0x8a, b"x")),
        ("binary frames", frame(0x82, b"?")),
        ("unreadable messages", text_frame("{")),
        ("hello again", message(&ClientMessage::Hello { token: None })),
        ("refused joins", message(&ClientMessage::Join { game: no_game(), since: None, compact: false })),
        ("refused moves", message(&act(game, 4, "O"))),
    ]
}

fn no_game() -> GameId {
    "000000000000".parse().expect("an id")
}

#[tokio::test]
async fn a_socket_that_floods_is_closed_as_too_fast() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    for (name, frame) in frames(game) {
        let mut raw = RawSocket::connect_with_hello(server.address).await;
        raw.try_write(&frame.repeat(FLOOD)).await;
        let expected = SocketClose { close: Some(1008), bye: Some(ErrorCode::TooFast) };
        assert_eq!(raw.read_close().await, expected, "{name}");
    }
}

#[tokio::test]
async fn a_socket_that_floods_with_messages_that_are_too_large_is_closed_as_too_fast() {
    let server = TestServer::start().await;
    let mut raw = RawSocket::connect_with_hello(server.address).await;
    let oversized = text_frame(&"x".repeat(MAX_CLIENT_MESSAGE_BYTES + 1)).repeat(100);
    let writing = async {
        for _ in 0..FLOOD / 100 {
            if !raw.try_write(&oversized).await {
                break;
            }
        }
    };
    writing.await;
    server.wait_for_open_sockets(0).await;
}

#[tokio::test]
async fn a_flood_does_not_close_other_sockets() {
    let server = TestServer::start().await;
    let mut other = RawSocket::connect_with_hello(server.address).await;
    let mut raw = RawSocket::connect_with_hello(server.address).await;
    raw.try_write(&frame(0x89, b"x").repeat(FLOOD)).await;
    raw.read_close().await;
    other.send_ping().await;
    other.read_pong().await;
}

#[tokio::test]
async fn a_page_that_reconnects_and_joins_fifty_games_is_not_closed() {
    let server = TestServer::start().await;
    let player = server.http.create_guest().await;
    let mut joins = Vec::new();
    for _ in 0..20 {
        let created = server.http.create_game(&player, &new_game("kubuguza", "none")).await.expect("created");
        joins.push(ClientMessage::Join { game: created.game, since: None, compact: false });
    }
    for _ in 0..30 {
        joins.push(ClientMessage::Join { game: no_game(), since: None, compact: false });
    }
    for _ in 0..10 {
        let mut client = server.client(Some(&player)).await;
        // Twice, as if the page had heard nothing of its first attempt.
        client.send_together(&joins).await;
        client.send_together(&joins).await;
        client.sync().await;
        client.disconnect();
    }
}
