use std::fmt::Write as _;
use std::net::SocketAddr;

use ikibuguzo_protocol::{Credentials, GameId, ServerMessage};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;

pub(crate) const SSE: &str = "text/event-stream";
pub(crate) const NDJSON: &str = "application/x-ndjson";

/// A stream of events, read line by line as it comes. Over HTTP/1.0, so that lines are all that comes.
pub(crate) struct EventStream {
    pub(crate) status: u16,
    pub(crate) headers: Vec<String>,
    /// What a browser would say if it came back.
    pub(crate) last_event_id: Option<u64>,
    lines: Lines<BufReader<TcpStream>>,
}

impl EventStream {
    /// Asks for the events of a game after `since`.
    pub(crate) async fn open(
        address: SocketAddr,
        player: Option<&Credentials>,
        accept: &str,
        game: GameId,
        since: u64,
    ) -> Self {
        let mut stream = Self::ask(address, player, accept, game, &format!("?since={since}"), None).await;
        assert_eq!(stream.status, 200);
        match stream.next().await {
            Some(ServerMessage::Game(snapshot)) => {
                assert_eq!((snapshot.seq, snapshot.delay, snapshot.view), (since, 0, None));
            }
            other => panic!("no beginning: {other:?}"),
        }
        stream
    }

    /// Asks in any way, and reads the head of the answer.
    pub(crate) async fn ask(
        address: SocketAddr,
        player: Option<&Credentials>,
        accept: &str,
        game: GameId,
        query: &str,
        last_event_id: Option<&str>,
    ) -> Self {
        let mut request = format!("GET /api/games/{game}/events{query} HTTP/1.0\r\nAccept: {accept}\r\n");
        let token = player.map(|player| format!("Bearer {}", player.token.reveal()));
        for (name, value) in [("Authorization", token.as_deref()), ("Last-Event-ID", last_event_id)] {
            let _ = value.map(|value| write!(request, "{name}: {value}\r\n"));
        }
        let mut socket = TcpStream::connect(address).await.expect("a connection");
        socket.write_all(format!("{request}\r\n").as_bytes()).await.expect("sent");
        let mut lines = BufReader::new(socket).lines();
        let first = lines.next_line().await.expect("readable").expect("an answer");
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut stream = Self { status, headers: Vec::new(), last_event_id: None, lines };
        while let Some(header) = stream.next_line().await.filter(|line| !line.is_empty()) {
            stream.headers.push(header);
        }
        stream
    }

    /// The next line as it came; none at the end.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        self.lines.next_line().await.expect("readable")
    }

    /// The next message; none at the end.
    pub(crate) async fn next(&mut self) -> Option<ServerMessage> {
        let text = self.next_text().await?;
        let message = ServerMessage::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(message.to_json(), text, "what was read is what was sent");
        Some(message)
    }

    /// The next message as it came, without what the form of the stream puts around it.
    pub(crate) async fn next_text(&mut self) -> Option<String> {
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
