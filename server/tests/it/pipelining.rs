//! Several messages in one write.

use ikibuguzo_protocol::{ClientMessage, ErrorCode, MAX_CLIENT_MESSAGE_BYTES, ServerMessage};
use ikibuguzo_testing::raw_socket::{RawSocket, frame};
use ikibuguzo_testing::{TestServer, act, start_game};

#[tokio::test]
async fn messages_sent_in_one_write_are_answered_in_order() {
    let server = TestServer::start().await;
    let mut raw = RawSocket::connect_with_hello(server.address).await;
    let ping = frame(0x81, br#"{"type":"ping"}"#);
    let binary = frame(0x82, b"?");
    let oversized = frame(0x81, &[b'?'; MAX_CLIENT_MESSAGE_BYTES + 1]);
    raw.write(&[&ping[..], &binary, &ping, &oversized, &ping].concat()).await;
    for refused in [ErrorCode::BinaryFrame, ErrorCode::FrameTooLarge] {
        raw.read_pong().await;
        assert_eq!(raw.read_refusal().await.code, refused);
    }
    raw.read_pong().await;
}

#[tokio::test]
async fn a_pong_does_not_wait_for_a_stalled_database() {
    let server = TestServer::start().await;
    let (game, players) = start_game(&server.http, "kubuguza", true).await;
    let mut mover = server.client(Some(&players[0])).await;
    let mut other = server.client(Some(&players[1])).await;
    let lock = server.lock_writes().await;
    let join = || ClientMessage::Join { game, since: None, compact: false };
    mover.send_together(&[act(game, 4, "O"), ClientMessage::PING, join()]).await;
    assert!(matches!(mover.next().await, ServerMessage::Pong { .. }), "before the ack");
    other.send_together(&[ClientMessage::PING, join()]).await;
    assert!(matches!(other.next().await, ServerMessage::Pong { .. }), "before the snapshot");
    lock.release().await;
    assert!(matches!(mover.next().await, ServerMessage::Ack { .. }));
    for socket in [&mut mover, &mut other] {
        assert!(matches!(socket.next().await, ServerMessage::Game { .. }));
    }
}
