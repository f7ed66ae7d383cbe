use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use ikibuguzo_protocol::{
    ClientMessage, CommandId, Credentials, Event, GameId, Refusal, ServerMessage, Snapshot,
};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A socket that has said hello.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr, player: Option<&Credentials>) -> Self {
        let mut client = Self::connect_silently(address).await;
        client.send(&ClientMessage::Hello { token: player.map(|player| player.token.clone()) }).await;
        let ServerMessage::Welcome { player: name, .. } = client.next().await else { panic!("no welcome") };
        assert_eq!(name.as_ref(), player.map(|player| &player.name));
        client
    }

    /// A socket that has not said hello yet.
    pub(crate) async fn connect_silently(address: SocketAddr) -> Self {
        let (socket, _) = connect_async(format!("ws://{address}/ws")).await.expect("a socket");
        Self { socket }
    }

    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        self.send_frame(Message::text(message.to_json())).await;
    }

    /// Sends some messages in one go.
    pub(crate) async fn send_together(&mut self, messages: &[ClientMessage]) {
        for message in messages {
            self.socket.feed(Message::text(message.to_json())).await.expect("taken");
        }
        self.socket.flush().await.expect("sent");
    }

    pub(crate) async fn send_frame(&mut self, frame: Message) {
        self.socket.send(frame).await.expect("sent");
    }

    /// The next frame; none when the socket is closed or broken.
    pub(crate) async fn next_frame(&mut self) -> Option<Message> {
        self.socket.next().await?.ok()
    }

    /// The next message as it came.
    pub(crate) async fn next_text(&mut self) -> String {
        loop {
            match self.next_frame().await.expect("the socket is open") {
                Message::Text(text) => return text.as_str().to_owned(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("not a text: {other:?}"),
            }
        }
    }

    /// The next message but for those that tell who is there.
    pub(crate) async fn next(&mut self) -> ServerMessage {
        loop {
            match self.next_of_any_kind().await {
                ServerMessage::Presence(_) => {}
                message => return message,
            }
        }
    }

    pub(crate) async fn next_of_any_kind(&mut self) -> ServerMessage {
        let text = self.next_text().await;
        let message = ServerMessage::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(message.to_json(), text, "what was read is what was sent");
        message
    }

    /// Joins a game; what was missed follows.
    pub(crate) async fn join(&mut self, game: GameId, since: Option<u64>) -> Snapshot {
        self.send(&ClientMessage::Join { game, since }).await;
        match self.next().await {
            ServerMessage::Game(snapshot) => snapshot,
            other => panic!("no snapshot: {other:?}"),
        }
    }

    pub(crate) async fn next_event(&mut self) -> Event {
        match self.next().await {
            ServerMessage::Event { event, .. } => event,
            other => panic!("no event: {other:?}"),
        }
    }

    /// Sends a command and reads its answer, passing over events.
    pub(crate) async fn command(&mut self, message: &ClientMessage) -> Result<u64, Refusal> {
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

    /// Cuts the connection without a word.
    pub(crate) fn cut(self) {
        drop(self.socket);
    }
}

/// An id that no other command of this process has.
pub(crate) fn command_id() -> CommandId {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("c{}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().expect("an id")
}
