use std::fmt::Write as _;
use std::net::SocketAddr;

use ikibuguzo_protocol::{Credentials, GameId, Notice, PlayerGames, ServerMessage};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;

use crate::waiting::within;

/// The media type of server-sent events.
pub const SSE: &str = "text/event-stream";
/// The media type of newline-delimited JSON.
pub const NDJSON: &str = "application/x-ndjson";

/// A stream of events over HTTP, read line by line. It uses HTTP/1.0, which has no chunks.
pub struct EventStream {
    /// The status of the response.
    pub status: u16,
    /// The headers of the response, one per line.
    pub headers: Vec<String>,
    /// The last event id, which a browser sends when it reconnects.
    pub last_event_id: Option<u64>,
    lines: Lines<BufReader<TcpStream>>,
}

impl EventStream {
    /// Opens a stream of the events of a game after `since` and reads its snapshot.
    pub async fn open(
        address: SocketAddr,
        player: Option<&Credentials>,
        accept: &str,
        game: GameId,
        since: u64,
    ) -> Self {
        let mut stream = Self::request(address, player, accept, game, &format!("?since={since}"), None).await;
        assert_eq!(stream.status, 200);
        match stream.next().await {
            Some(ServerMessage::Game(snapshot)) => {
                assert_eq!((snapshot.seq, snapshot.delay, snapshot.view), (since, 0, None));
            }
            other => panic!("no snapshot: {other:?}"),
        }
        stream
    }

    /// Opens a player's stream of notices and reads the player's live games.
    pub async fn open_player(address: SocketAddr, player: &Credentials, accept: &str) -> (Self, PlayerGames) {
        let mut stream = Self::get(address, "/api/stream", Some(player), accept, None).await;
        assert_eq!(stream.status, 200);
        match stream.next().await {
            Some(ServerMessage::Subscribed(games)) => (stream, games),
            other => panic!("no games: {other:?}"),
        }
    }

    /// Sends any request for events and reads the head of the response.
    pub async fn request(
        address: SocketAddr,
        player: Option<&Credentials>,
        accept: &str,
        game: GameId,
        query: &str,
        last_event_id: Option<&str>,
    ) -> Self {
        let path = format!("/api/games/{game}/events{query}");
        Self::get(address, &path, player, accept, last_event_id).await
    }

    /// Sends a request for any stream and reads the head of the response.
    pub async fn get(
        address: SocketAddr,
        path: &str,
        player: Option<&Credentials>,
        accept: &str,
        last_event_id: Option<&str>,
    ) -> Self {
        let mut request = format!("GET {path} HTTP/1.0\r\nAccept: {accept}\r\n");
        let token = player.map(|player| format!("Bearer {}", player.token.reveal()));
        for (name, value) in [("Authorization", token.as_deref()), ("Last-Event-ID", last_event_id)] {
            let _ = value.map(|value| write!(request, "{name}: {value}\r\n"));
        }
        let mut socket = TcpStream::connect(address).await.expect("a connection");
        socket.write_all(format!("{request}\r\n").as_bytes()).await.expect("sent");
        let mut lines = BufReader::new(socket).lines();
        let first = within("a response", lines.next_line()).await.expect("readable").expect("an answer");
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut stream = Self { status, headers: Vec::new(), last_event_id: None, lines };
        while let Some(header) = stream.next_line().await.filter(|line| !line.is_empty()) {
            stream.headers.push(header);
        }
        stream
    }

    /// The next line; none at the end.
    pub async fn next_line(&mut self) -> Option<String> {
        within("another line", self.lines.next_line()).await.expect("readable")
    }

    /// The next message; none at the end.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        let text = self.next_text().await?;
        let message = ServerMessage::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(message.to_json(), text, "the message is written as it was read");
        Some(message)
    }

    /// The next message, which must be a notice.
    pub async fn next_notice(&mut self) -> Notice {
        match self.next().await {
            Some(ServerMessage::Notice(notice)) => notice,
            other => panic!("no notice: {other:?}"),
        }
    }

    /// The text of the next message, without the stream format's framing; none at the end.
    pub async fn next_text(&mut self) -> Option<String> {
        loop {
            let line = self.next_line().await?;
            match line.split_once(':') {
                Some(("id", id)) => self.last_event_id = id.trim().parse().ok(),
                Some(("data", text)) => return Some(text.trim_start().to_owned()),
                Some(("" | "retry", _)) | None => {}
                Some(_) => return Some(line),
            }
        }
    }
}
