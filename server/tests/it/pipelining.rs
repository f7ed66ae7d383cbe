//! Several things that a client says in one go.

use ikibuguzo_protocol::{ClientMessage, ErrorCode, MAX_CLIENT_MESSAGE, ServerMessage};

use crate::commands::act;
use crate::support::raw_socket::{Raw, frame};
use crate::support::{TestServer, hold, seated_pair};

#[tokio::test]
async fn all_that_is_said_in_one_go_is_answered_in_order() {
    let server = TestServer::start().await;
    let mut raw = Raw::greeted(server.address).await;
    let (ping, binary, rubbish) =
        (frame(0x81, br#"{"type":"ping"}"#), frame(0x82, b"?"), frame(0x81, &[b'?'; MAX_CLIENT_MESSAGE + 1]));
    raw.write(&[&ping[..], &binary, &ping, &rubbish, &ping].concat()).await;
    for refused in [ErrorCode::BinaryFrame, ErrorCode::FrameTooLarge] {
        raw.pong().await;
        assert_eq!(raw.refusal().await.code, refused);
    }
    raw.pong().await;
}

#[tokio::test]
async fn no_answer_waits_for_the_next_one_while_the_database_stands_still() {
    let server = TestServer::start().await;
    let (game, players) = seated_pair(&server.http, "kubuguza", true).await;
    let mut mover = server.client(Some(&players[0])).await;
    let mut other = server.client(Some(&players[1])).await;
    let mut database = server.database().await;
    hold(&mut database).await;
    let join = || ClientMessage::Join { game, since: None };
    mover.send_together(&[act(game, 0, "O"), ClientMessage::Ping {}, join()]).await;
    assert!(matches!(mover.next().await, ServerMessage::Pong { .. }), "before the ack");
    other.send_together(&[ClientMessage::Ping {}, join()]).await;
    assert!(matches!(other.next().await, ServerMessage::Pong { .. }), "before the snapshot");
    sqlx::query("rollback").execute(&mut database).await.expect("free again");
    assert!(matches!(mover.next().await, ServerMessage::Ack { .. }));
    for socket in [&mut mover, &mut other] {
        assert!(matches!(socket.next().await, ServerMessage::Game { .. }));
    }
}
