use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use ikibuguzo_protocol::{
    ClientMessage, Credentials, Event, GameId, Notice, PlayerGames, Presence, Refusal, ServerMessage,
    Snapshot,
};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::waiting::within;

/// A WebSocket client that uses the protocol's types.
pub struct TestClient {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl TestClient {
    /// Connects and says hello.
    pub async fn connect(address: SocketAddr, player: Option<&Credentials>) -> Self {
        let mut client = Self::connect_without_hello(address).await;
        client.send(&ClientMessage::Hello { token: player.map(|player| player.token.clone()) }).await;
        let ServerMessage::Welcome { player: name, .. } = client.next().await else { panic!("no welcome") };
        assert_eq!(name.as_ref(), player.map(|player| &player.name));
        client
    }

    /// Connects and sends nothing.
    pub async fn connect_without_hello(address: SocketAddr) -> Self {
        let connected = within("a handshake", connect_async(format!("ws://{address}/ws"))).await;
        Self { socket: connected.expect("a socket").0 }
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) {
        self.send_frame(Message::text(message.to_json())).await;
    }

    /// Sends several messages in one write.
    pub async fn send_together(&mut self, messages: &[ClientMessage]) {
        for message in messages {
            self.socket.feed(Message::text(message.to_json())).await.expect("buffered");
        }
        within("the sending of all frames", self.socket.flush()).await.expect("sent");
    }

    /// Sends any frame.
    pub async fn send_frame(&mut self, frame: Message) {
        within("the sending of a frame", self.socket.send(frame)).await.expect("sent");
    }

    /// The next frame; none when the socket is closed or broken.
    pub async fn next_frame(&mut self) -> Option<Message> {
        within("another frame", self.socket.next()).await?.ok()
    }

    /// The text of the next message.
    pub async fn next_text(&mut self) -> String {
        loop {
            match self.next_frame().await.expect("an open socket") {
                Message::Text(text) => return text.as_str().to_owned(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("not a text: {other:?}"),
            }
        }
    }

    /// The next message that is not about presence.
    pub async fn next(&mut self) -> ServerMessage {
        loop {
            match self.next_with_presence().await {
                ServerMessage::Presence(_) => {}
                message => return message,
            }
        }
    }

    /// The next message of any kind.
    pub async fn next_with_presence(&mut self) -> ServerMessage {
        let text = self.next_text().await;
        let message = ServerMessage::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(message.to_json(), text, "the message is written as it was read");
        message
    }

    /// The next message about presence; others are skipped.
    pub async fn next_presence(&mut self) -> Presence {
        loop {
            if let ServerMessage::Presence(presence) = self.next_with_presence().await {
                return presence;
            }
        }
    }

    /// Joins a game and reads the snapshot. The events after `since` follow.
    pub async fn join(&mut self, game: GameId, since: Option<u64>) -> Snapshot {
        self.send(&ClientMessage::Join { game, since, compact: false }).await;
        match self.next().await {
            ServerMessage::Game(snapshot) => snapshot,
            other => panic!("no snapshot: {other:?}"),
        }
    }

    /// The next message, which must be an event.
    pub async fn next_event(&mut self) -> Event {
        match self.next().await {
            ServerMessage::Event { event, .. } => event,
            other => panic!("no event: {other:?}"),
        }
    }

    /// Subscribes to the player's notices and reads the player's live games.
    pub async fn subscribe(&mut self) -> PlayerGames {
        self.send(&ClientMessage::Subscribe {}).await;
        match self.next().await {
            ServerMessage::Subscribed(games) => games,
            other => panic!("no games: {other:?}"),
        }
    }

    /// The next message, which must be a notice.
    pub async fn next_notice(&mut self) -> Notice {
        match self.next().await {
            ServerMessage::Notice(notice) => notice,
            other => panic!("no notice: {other:?}"),
        }
    }

    /// Sends a command and reads its answer; events are skipped.
    pub async fn command(&mut self, message: &ClientMessage) -> Result<u64, Refusal> {
        self.send(message).await;
        loop {
            match self.next().await {
                ServerMessage::Ack { seq, .. } => return Ok(seq),
                ServerMessage::Refused(refusal) => return Err(refusal),
                ServerMessage::Event { .. } => {}
                other => panic!("no answer: {other:?}"),
            }
        }
    }

    /// Sends a ping and waits for the pong: then the server has read everything that was sent before. Other messages
    /// are skipped.
    pub async fn sync(&mut self) {
        self.send(&ClientMessage::PING).await;
        while !matches!(self.next().await, ServerMessage::Pong { .. }) {}
    }

    /// Drops the connection without closing the WebSocket.
    pub fn disconnect(self) {
        drop(self.socket);
    }
}
