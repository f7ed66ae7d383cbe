//! A connection to a fake server that fails as real servers do.

mod flaky_network;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use ikibuguzo_protocol::ClientMessage;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::GameConnection;
use super::update::GameUpdate;
use crate::connection::server_address::ServerAddress;

const GAME: &str = "05cdv44x7ekv";

/// The server's side of one connection.
struct FakeServer {
    socket: WebSocketStream<TcpStream>,
}

impl FakeServer {
    /// Accepts the next connection, and answers its hello.
    async fn accept(listener: &TcpListener) -> Self {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut server = Self { socket: accept_async(stream).await.expect("a handshake") };
        assert_eq!(server.receive().await["type"], "hello");
        server.send(
            &json!({"type": "welcome", "protocol": 1, "server": "9.9.9", "player": null, "now": 1_000_000}),
        )
        .await;
        server
    }

    /// The next message that is not a ping.
    async fn receive(&mut self) -> Value {
        loop {
            let frame = self.socket.next().await.expect("the client is there").expect("a frame");
            let message: Value = serde_json::from_str(frame.to_text().expect("text")).expect("JSON");
            if message["type"] != "ping" {
                return message;
            }
        }
    }

    async fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("sent");
    }

    /// Answers a join: with a snapshot at `seq` 2, or at the client's `since`. Returns `since`.
    async fn answer_join(&mut self) -> Value {
        let join = self.receive().await;
        assert_eq!(join["type"], "join");
        let mut game = snapshot();
        if let Some(since) = join["since"].as_u64() {
            game["seq"] = json!(since);
            game.as_object_mut().expect("an object").remove("view");
        }
        self.send(&game).await;
        join["since"].clone()
    }

    async fn send_event(&mut self, seq: u64, kind: &str) {
        self.send(&json!({"type": "event", "game": GAME, "seq": seq, "at": 0, "kind": kind, "seat": "south", "text": "x"}))
            .await;
    }
}

/// The whole game at `seq` 2.
fn snapshot() -> Value {
    json!({"type": "game", "game": GAME, "role": "south", "delay": 0, "head": 9, "seq": 2,
        "view": {"rules": "kubuguza", "rules_version": 1, "public": true, "created_at": 0, "state": "open",
            "players": {"south": "inka-1", "north": null}, "arranged": {"south": false, "north": false},
            "arrays": null, "position": null, "draw_offer": null, "outcome": null,
            "rematch": {"offer": null, "game": null}}})
}

async fn connect() -> (TcpListener, GameConnection) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    let address: ServerAddress = address.parse().expect("an address");
    (listener, GameConnection::open(&address, None, GAME.parse().expect("a game")))
}

fn resign() -> ClientMessage {
    ClientMessage::Resign { game: GAME.parse().expect("a game"), id: "once".parse().expect("an id") }
}

fn refusal(id: Option<&str>, code: &str) -> Value {
    json!({"type": "refused", "id": id, "game": GAME, "code": code, "message": "no"})
}

async fn next_seq(connection: &mut GameConnection) -> u64 {
    match connection.next_update().await {
        GameUpdate::Event(event, _) => event.seq,
        other => panic!("not an event: {other:?}"),
    }
}

#[tokio::test]
async fn unknown_events_are_counted_and_passed_on() {
    let (listener, mut connection) = connect().await;
    let mut server = FakeServer::accept(&listener).await;
    assert_eq!(server.answer_join().await, Value::Null);
    server.send(&json!({"type": "weather", "seq": "fine"})).await;
    server.send_event(3, "eclipsed").await;
    server.send_event(4, "said").await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    assert!(
        matches!(connection.next_update().await, GameUpdate::UnknownEvent(3, text) if text.contains("eclipsed"))
    );
    assert_eq!(next_seq(&mut connection).await, 4);
}

#[tokio::test]
async fn the_server_time_is_the_one_that_the_server_sent_last() {
    let (listener, mut connection) = connect().await;
    assert_eq!(connection.server_time(), None);
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    assert!(connection.server_time().is_some_and(|now| now.as_millis() >= 1_000_000));
    server.send(&json!({"type": "pong", "heads": {}, "now": 1_795_246_064_650_u64})).await;
    server.send_event(3, "said").await;
    assert_eq!(next_seq(&mut connection).await, 3);
    assert!(connection.server_time().is_some_and(|now| now.as_millis() >= 1_795_246_064_650));
}

#[tokio::test]
async fn events_that_the_server_has_lost_are_forgotten() {
    let (listener, mut connection) = connect().await;
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    server.send_event(3, "said").await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    assert_eq!(next_seq(&mut connection).await, 3);
    // While the client is connected, the server shows the game again.
    server.send(&snapshot()).await;
    server.send_event(3, "said").await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    assert_eq!(next_seq(&mut connection).await, 3);
    // While it was away, its next join is refused.
    drop(server);
    assert!(matches!(connection.next_update().await, GameUpdate::Disconnected(_)));
    let mut server = FakeServer::accept(&listener).await;
    assert_eq!(server.receive().await["since"], 3);
    server.send(&refusal(None, "since_ahead")).await;
    let mut server = FakeServer::accept(&listener).await;
    assert_eq!(server.answer_join().await, Value::Null);
    while !matches!(connection.next_update().await, GameUpdate::Snapshot(..)) {}
}

#[tokio::test]
async fn after_a_reconnect_no_event_is_repeated_or_missing() {
    let (listener, mut connection) = connect().await;
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    server.send_event(3, "said").await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    assert_eq!(next_seq(&mut connection).await, 3);
    // Event 4 is lost on the way: the client reconnects by itself.
    server.send_event(5, "said").await;
    assert!(matches!(connection.next_update().await, GameUpdate::Disconnected(_)));
    let mut server = FakeServer::accept(&listener).await;
    assert_eq!(server.answer_join().await, json!(3));
    for repeated in [3, 4, 4, 5] {
        server.send_event(repeated, "said").await;
    }
    assert!(matches!(connection.next_update().await, GameUpdate::Reconnected));
    assert_eq!([next_seq(&mut connection).await, next_seq(&mut connection).await], [4, 5]);
}

/// Answers the next connection as a proxy whose server does not answer.
async fn refuse_as_proxy(listener: &TcpListener) {
    let (mut stream, _) = listener.accept().await.expect("a connection");
    let mut request = [0; 1_024];
    let _ = stream.read(&mut request).await.expect("a request");
    stream.write_all(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n").await.expect("sent");
}

#[tokio::test]
async fn a_failed_first_attempt_is_repeated() {
    let (listener, mut connection) = connect().await;
    refuse_as_proxy(&listener).await;
    drop(listener.accept().await.expect("a second attempt"));
    let mut server = FakeServer::accept(&listener).await;
    assert_eq!(server.answer_join().await, Value::Null);
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
}

#[tokio::test]
async fn the_third_failed_first_attempt_is_the_last_one() {
    let (listener, mut connection) = connect().await;
    for _ in 0..3 {
        refuse_as_proxy(&listener).await;
    }
    assert!(matches!(connection.next_update().await, GameUpdate::Failed(why) if why.message.contains("502")));
}

#[tokio::test]
async fn after_a_kill_a_proxy_without_servers_is_asked_again() {
    let (listener, mut connection) = connect().await;
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    connection.send(resign());
    let first = server.receive().await;
    drop(server);
    refuse_as_proxy(&listener).await;
    let mut server = FakeServer::accept(&listener).await;
    assert_eq!(server.answer_join().await, json!(2));
    assert_eq!(server.receive().await, first, "the same id");
    assert!(matches!(connection.next_update().await, GameUpdate::Disconnected(_)));
    assert!(matches!(connection.next_update().await, GameUpdate::Reconnected));
}

#[tokio::test]
async fn an_unanswered_command_is_resent_unchanged() {
    let (listener, mut connection) = connect().await;
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    connection.send(resign());
    let first = server.receive().await;
    drop(server);
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    assert_eq!(server.receive().await, first);
    server.send(&json!({"type": "ack", "game": GAME, "id": "once", "seq": 3})).await;
    assert!(matches!(connection.next_update().await, GameUpdate::Disconnected(_)));
    assert!(matches!(connection.next_update().await, GameUpdate::Reconnected));
    assert!(matches!(connection.next_update().await, GameUpdate::Acknowledged(3, _)));
    // The command is answered, so a third connection does not resend it.
    drop(server);
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    server.send_event(3, "said").await;
    assert!(matches!(connection.next_update().await, GameUpdate::Disconnected(_)));
    assert!(matches!(connection.next_update().await, GameUpdate::Reconnected));
    assert_eq!(next_seq(&mut connection).await, 3);
}

#[tokio::test]
async fn a_temporarily_refused_command_is_resent_unchanged() {
    let (listener, mut connection) = connect().await;
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    connection.send(resign());
    let first = server.receive().await;
    server.send(&refusal(Some("once"), "storage_unavailable")).await;
    assert!(matches!(connection.next_update().await, GameUpdate::Deferred(_)));
    assert!(!connection.is_answered());
    assert_eq!(server.receive().await, first);
    server.send(&json!({"type": "ack", "game": GAME, "id": "once", "seq": 3})).await;
    assert!(matches!(connection.next_update().await, GameUpdate::Acknowledged(3, _)));
    assert!(connection.is_answered());
}

#[tokio::test]
async fn a_refusal_after_the_join_does_not_end_the_connection() {
    let (listener, mut connection) = connect().await;
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    connection.send(resign());
    server.receive().await;
    server.send(&refusal(None, "bad_json")).await;
    assert!(
        matches!(connection.next_update().await, GameUpdate::Refused(refusal, _) if refusal.id.is_none())
    );
    server.send(&refusal(Some("once"), "a_code_of_tomorrow")).await;
    assert!(
        matches!(connection.next_update().await, GameUpdate::Refused(refusal, _) if refusal.id.is_some())
    );
    assert!(connection.is_answered());
    server.send_event(3, "said").await;
    assert_eq!(next_seq(&mut connection).await, 3);
}

#[tokio::test]
async fn after_a_bye_the_client_reconnects_when_the_server_asked() {
    // Longer than the client's own first delay, which is at most 600 ms.
    let retry_after = Duration::from_millis(800);
    let (listener, mut connection) = connect().await;
    let mut server = FakeServer::accept(&listener).await;
    server.answer_join().await;
    assert!(matches!(connection.next_update().await, GameUpdate::Snapshot(..)));
    let closed_at = Instant::now();
    server.send(&json!({"type": "bye", "code": "restarting", "message": "soon", "retry_after": 800})).await;
    assert!(matches!(connection.next_update().await, GameUpdate::Disconnected(why) if why == "soon"));
    let mut server = FakeServer::accept(&listener).await;
    assert!(closed_at.elapsed() >= retry_after);
    assert_eq!(server.answer_join().await, json!(2));
    assert!(matches!(connection.next_update().await, GameUpdate::Reconnected));
}
