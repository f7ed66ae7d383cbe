//! A link against a server that does what real ones do on bad days.

mod flaky_network;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::{ClientMessage, Link, News};
use crate::connection::server_address::Address;

const GAME: &str = "05cdv44x7ekv";

/// The server's side of one connection.
struct Peer {
    socket: WebSocketStream<TcpStream>,
}

impl Peer {
    /// Takes the next connection, and answers its hello.
    async fn welcome(listener: &TcpListener) -> Self {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut peer = Self { socket: accept_async(stream).await.expect("a handshake") };
        assert_eq!(peer.hear().await["type"], "hello");
        peer.say(
            &json!({"type": "welcome", "protocol": 1, "server": "9.9.9", "player": null, "now": 1_000_000}),
        )
        .await;
        peer
    }

    /// The next message that is no ping.
    async fn hear(&mut self) -> Value {
        loop {
            let frame = self.socket.next().await.expect("the client is there").expect("a frame");
            let message: Value = serde_json::from_str(frame.to_text().expect("text")).expect("JSON");
            if message["type"] != "ping" {
                return message;
            }
        }
    }

    async fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("sent");
    }

    /// Answers a join: with a snapshot at 2, or on from what the client has.
    async fn join(&mut self) -> Value {
        let join = self.hear().await;
        assert_eq!(join["type"], "join");
        let mut game = json!({"type": "game", "game": GAME, "role": "south", "delay": 0, "head": 9, "seq": 2,
            "view": {"rules": "kubuguza", "rules_version": 1, "public": true, "created_at": 0, "state": "open",
                "players": {"south": "inka-1", "north": null}, "arranged": {"south": false, "north": false},
                "arrays": null, "position": null, "draw_offer": null, "outcome": null,
                "rematch": {"offer": null, "game": null}}});
        if let Some(since) = join["since"].as_u64() {
            game["seq"] = json!(since);
            game.as_object_mut().expect("an object").remove("view");
        }
        self.say(&game).await;
        join["since"].clone()
    }

    async fn tell(&mut self, seq: u64, kind: &str) {
        self.say(&json!({"type": "event", "game": GAME, "seq": seq, "at": 0, "kind": kind, "seat": "south", "text": "x"}))
            .await;
    }
}

async fn listen() -> (TcpListener, Link) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    let address: Address = address.parse().expect("an address");
    (listener, Link::open(&address, None, GAME.parse().expect("a game")))
}

fn resign() -> ClientMessage {
    ClientMessage::Resign { game: GAME.parse().expect("a game"), id: "once".parse().expect("an id") }
}

fn refused(id: Option<&str>, code: &str) -> Value {
    json!({"type": "refused", "id": id, "game": GAME, "code": code, "message": "no"})
}

async fn seq(link: &mut Link) -> u64 {
    match link.next().await {
        News::Event(event, _) => event.seq,
        other => panic!("no event: {other:?}"),
    }
}

#[tokio::test]
async fn events_that_the_client_does_not_know_are_counted_and_passed_on() {
    let (listener, mut link) = listen().await;
    let mut peer = Peer::welcome(&listener).await;
    assert_eq!(peer.join().await, Value::Null);
    peer.say(&json!({"type": "weather", "seq": "fine"})).await;
    peer.tell(3, "eclipsed").await;
    peer.tell(4, "said").await;
    assert!(matches!(link.next().await, News::Game(..)));
    assert!(matches!(link.next().await, News::Unknown(3, text) if text.contains("eclipsed")));
    assert_eq!(seq(&mut link).await, 4);
}

#[tokio::test]
async fn the_servers_clock_is_what_it_told_last() {
    let (listener, mut link) = listen().await;
    assert_eq!(link.now(), None);
    let mut peer = Peer::welcome(&listener).await;
    peer.join().await;
    assert!(matches!(link.next().await, News::Game(..)));
    assert!(link.now().is_some_and(|now| now >= 1_000_000));
    peer.say(&json!({"type": "pong", "heads": {}, "now": 1_795_246_064_650_u64})).await;
    peer.tell(3, "said").await;
    assert_eq!(seq(&mut link).await, 3);
    assert!(link.now().is_some_and(|now| now >= 1_795_246_064_650));
}

#[tokio::test]
async fn after_a_lost_connection_nothing_is_repeated_and_nothing_is_missing() {
    let (listener, mut link) = listen().await;
    let mut peer = Peer::welcome(&listener).await;
    peer.join().await;
    peer.tell(3, "said").await;
    assert!(matches!(link.next().await, News::Game(..)));
    assert_eq!(seq(&mut link).await, 3);
    // An event is lost on the way: the client leaves by itself.
    peer.tell(5, "said").await;
    assert!(matches!(link.next().await, News::Lost(_)));
    let mut peer = Peer::welcome(&listener).await;
    assert_eq!(peer.join().await, json!(3));
    for repeated in [3, 4, 4, 5] {
        peer.tell(repeated, "said").await;
    }
    assert!(matches!(link.next().await, News::Back));
    assert_eq!([seq(&mut link).await, seq(&mut link).await], [4, 5]);
}

#[tokio::test]
async fn a_command_without_an_answer_is_sent_again_as_it_was() {
    let (listener, mut link) = listen().await;
    let mut peer = Peer::welcome(&listener).await;
    peer.join().await;
    assert!(matches!(link.next().await, News::Game(..)));
    link.send(resign());
    let first = peer.hear().await;
    drop(peer);
    let mut peer = Peer::welcome(&listener).await;
    peer.join().await;
    assert_eq!(peer.hear().await, first);
    peer.say(&json!({"type": "ack", "game": GAME, "id": "once", "seq": 3})).await;
    assert!(matches!(link.next().await, News::Lost(_)));
    assert!(matches!(link.next().await, News::Back));
    assert!(matches!(link.next().await, News::Ack(3, _)));
    // Answered: a third connection brings no third time.
    drop(peer);
    let mut peer = Peer::welcome(&listener).await;
    peer.join().await;
    peer.tell(3, "said").await;
    assert!(matches!(link.next().await, News::Lost(_)));
    assert!(matches!(link.next().await, News::Back));
    assert_eq!(seq(&mut link).await, 3);
}

#[tokio::test]
async fn what_is_refused_for_now_is_sent_again_as_it_was() {
    let (listener, mut link) = listen().await;
    let mut peer = Peer::welcome(&listener).await;
    peer.join().await;
    assert!(matches!(link.next().await, News::Game(..)));
    link.send(resign());
    let first = peer.hear().await;
    peer.say(&refused(Some("once"), "storage_unavailable")).await;
    assert!(matches!(link.next().await, News::Deferred(_)));
    assert!(!link.is_answered());
    assert_eq!(peer.hear().await, first);
    peer.say(&json!({"type": "ack", "game": GAME, "id": "once", "seq": 3})).await;
    assert!(matches!(link.next().await, News::Ack(3, _)));
    assert!(link.is_answered());
}

#[tokio::test]
async fn a_refusal_of_any_kind_ends_nothing_after_the_join() {
    let (listener, mut link) = listen().await;
    let mut peer = Peer::welcome(&listener).await;
    peer.join().await;
    assert!(matches!(link.next().await, News::Game(..)));
    link.send(resign());
    peer.hear().await;
    peer.say(&refused(None, "bad_json")).await;
    assert!(matches!(link.next().await, News::Refused(refusal, _) if refusal.id.is_none()));
    peer.say(&refused(Some("once"), "a_code_of_tomorrow")).await;
    assert!(matches!(link.next().await, News::Refused(refusal, _) if refusal.id.is_some()));
    assert!(link.is_answered());
    peer.tell(3, "said").await;
    assert_eq!(seq(&mut link).await, 3);
}

#[tokio::test]
async fn after_a_goodbye_it_comes_back_when_the_server_said() {
    // Longer than the first pause of its own, twice over.
    let hint = Duration::from_millis(400);
    let (listener, mut link) = listen().await;
    let mut peer = Peer::welcome(&listener).await;
    peer.join().await;
    assert!(matches!(link.next().await, News::Game(..)));
    let asked = Instant::now();
    peer.say(&json!({"type": "bye", "code": "restarting", "message": "soon", "retry_after": 400})).await;
    assert!(matches!(link.next().await, News::Lost(why) if why == "soon"));
    let mut peer = Peer::welcome(&listener).await;
    assert!(asked.elapsed() >= hint);
    assert_eq!(peer.join().await, json!(2));
    assert!(matches!(link.next().await, News::Back));
}
