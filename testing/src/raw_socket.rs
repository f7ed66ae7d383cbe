use std::net::SocketAddr;
use std::time::Duration;

use ikibuguzo_protocol::{ClientMessage, ErrorCode, Refusal, ServerMessage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// No answer takes so long; it is there so that a test that hangs says where.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request that becomes a WebSocket.
pub(crate) const UPGRADE: &str = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// What the client's payloads are masked with.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// A connection that sends whatever bytes it is given, and reads frames.
pub(crate) struct Raw {
    stream: TcpStream,
}

/// A frame of the server: its first byte, with the opcode and the flags, and its payload.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) first: u8,
    pub(crate) payload: Vec<u8>,
}

/// How the server closed a socket: the code of WebSockets, and that of its `bye` if it said one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Closed {
    pub(crate) close: Option<u16>,
    pub(crate) bye: Option<ErrorCode>,
}

impl Raw {
    /// A connection on which nothing was said.
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self { stream: TcpStream::connect(address).await.expect("a connection") }
    }

    /// A WebSocket that has said hello.
    pub(crate) async fn greeted(address: SocketAddr) -> Self {
        let mut raw = Self::open(address).await;
        raw.write(UPGRADE.as_bytes()).await;
        let head = raw.head().await;
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        raw.write(&text(&ClientMessage::Hello { token: None }.to_json())).await;
        assert!(matches!(raw.message().await, ServerMessage::Welcome { .. }));
        raw
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.expect("sent");
    }

    /// Sends what the server may not want to read to its end, and tells whether it was taken.
    pub(crate) async fn write_in_vain(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// Says that nothing more will come, and goes on reading.
    pub(crate) async fn shut(&mut self) {
        self.stream.shutdown().await.expect("shut");
    }

    /// Resets the connection.
    pub(crate) fn reset(self) {
        self.stream.set_zero_linger().expect("a socket");
    }

    /// The head of an HTTP answer, to its empty line.
    pub(crate) async fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.byte().await.unwrap_or_else(|| panic!("closed after {head:?}")));
        }
        String::from_utf8(head).expect("text")
    }

    /// So many bytes.
    pub(crate) async fn take(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.fill(&mut bytes).await.expect("open");
        bytes
    }

    /// All that still comes, to the end of the connection.
    pub(crate) async fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        while let Some(byte) = self.byte().await {
            rest.push(byte);
        }
        rest
    }

    /// The next frame; none at the end of the connection.
    pub(crate) async fn frame(&mut self) -> Option<Frame> {
        let first = self.byte().await?;
        let length = match self.byte().await? {
            short @ 0..=125 => usize::from(short),
            126 => usize::from(u16::from_be_bytes([self.byte().await?, self.byte().await?])),
            length => panic!("masked, or too long: {length}"),
        };
        let mut payload = vec![0; length];
        self.fill(&mut payload).await?;
        Some(Frame { first, payload })
    }

    /// The next message, passing over pings and pongs.
    pub(crate) async fn message(&mut self) -> ServerMessage {
        loop {
            let Frame { first, payload } = self.frame().await.expect("a message");
            match first {
                0x81 => {
                    let text = String::from_utf8(payload).expect("UTF-8");
                    return ServerMessage::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                }
                0x89 | 0x8a => {}
                other => panic!("unexpected {other:#x} {payload:?}"),
            }
        }
    }

    /// Asks the server, by a message of the protocol, whether it hears.
    pub(crate) async fn ping(&mut self) {
        self.write(&text(&ClientMessage::Ping {}.to_json())).await;
    }

    /// Reads the answer to that.
    pub(crate) async fn pong(&mut self) {
        match self.message().await {
            ServerMessage::Pong { .. } => {}
            other => panic!("no pong: {other:?}"),
        }
    }

    /// The refusal that comes next.
    pub(crate) async fn refusal(&mut self) -> Refusal {
        match self.message().await {
            ServerMessage::Refused(refusal) => refusal,
            other => panic!("not refused: {other:?}"),
        }
    }

    /// Reads on to the end of the connection, and tells how the server closed it.
    pub(crate) async fn closed(&mut self) -> Closed {
        let mut closed = Closed { close: None, bye: None };
        while let Some(Frame { first, payload }) = self.frame().await {
            assert_eq!(closed.close, None, "nothing comes after a close frame");
            match first {
                0x81 => closed.bye = bye(&payload).or(closed.bye),
                0x88 => closed.close = Some(close_code(&payload)),
                _ => {}
            }
        }
        closed
    }

    async fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        self.fill(&mut byte).await?;
        Some(byte[0])
    }

    async fn fill(&mut self, buffer: &mut [u8]) -> Option<()> {
        let read = timeout(PATIENCE, self.stream.read_exact(buffer)).await;
        read.expect("the server answers").ok().map(drop)
    }
}

/// The code of a close frame; 1005 if it has none.
fn close_code(payload: &[u8]) -> u16 {
    payload.first_chunk().map_or(1005, |code| u16::from_be_bytes(*code))
}

/// The code of a `bye`; none of any other text.
fn bye(text: &[u8]) -> Option<ErrorCode> {
    match std::str::from_utf8(text).ok().map(ServerMessage::parse)?.ok()? {
        ServerMessage::Bye { code, .. } => Some(code),
        _ => None,
    }
}

/// A whole frame of text.
pub(crate) fn text(text: &str) -> Vec<u8> {
    frame(0x81, text.as_bytes())
}

/// A masked frame with this first byte, its length as short as it can be written.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = match payload.len() {
        short @ 0..=125 => vec![u8::try_from(short).expect("short")],
        _ if payload.len() <= 0xffff => length_in(2, payload.len() as u64),
        long => length_in(8, long as u64),
    };
    frame_with(first, &length, payload)
}

/// A masked frame with this first byte and these bytes for its length, whatever its length is.
pub(crate) fn frame_with(first: u8, length: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first, length[0] | 0x80];
    frame.extend(&length[1..]);
    frame.extend(MASK);
    frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// A length written with so many bytes more, 2 or 8, whether it needs them or not.
pub(crate) fn length_in(bytes: usize, length: u64) -> Vec<u8> {
    let marker = if bytes == 2 { 126 } else { 127 };
    [&[marker], &length.to_be_bytes()[8 - bytes..]].concat()
}
