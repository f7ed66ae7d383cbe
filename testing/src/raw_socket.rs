//! Bytes of connections: requests and WebSocket frames that no library sends.

use std::net::SocketAddr;

use ikibuguzo_protocol::{ClientMessage, ErrorCode, Refusal, ServerMessage};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::waiting::within;

/// A WebSocket handshake.
pub const UPGRADE: &str = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// The mask of the client's payloads.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// A TCP connection that sends any bytes and reads frames.
pub struct RawSocket {
    stream: TcpStream,
}

/// A frame of the server.
#[derive(Debug)]
pub struct Frame {
    /// The first byte: flags and opcode.
    pub first: u8,
    /// The payload.
    pub payload: Vec<u8>,
}

/// How the server closed a socket.
#[derive(Debug, PartialEq, Eq)]
pub struct SocketClose {
    /// The code of the close frame; none without such a frame, 1005 without a code.
    pub close: Option<u16>,
    /// The code of the `bye` message; none without such a message.
    pub bye: Option<ErrorCode>,
}

impl RawSocket {
    /// Connects and sends nothing.
    pub async fn connect(address: SocketAddr) -> Self {
        Self { stream: TcpStream::connect(address).await.expect("a connection") }
    }

    /// Connects a WebSocket and says hello.
    pub async fn connect_with_hello(address: SocketAddr) -> Self {
        let mut raw = Self::connect(address).await;
        raw.write(UPGRADE.as_bytes()).await;
        let head = raw.read_head().await;
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        raw.write(&text_frame(&ClientMessage::Hello { token: None }.to_json())).await;
        assert!(matches!(raw.read_message().await, ServerMessage::Welcome { .. }));
        raw
    }

    /// Sends bytes.
    pub async fn write(&mut self, bytes: &[u8]) {
        assert!(self.try_write(bytes).await, "sent");
    }

    /// Sends bytes that the server may refuse to read. Returns whether all were sent.
    pub async fn try_write(&mut self, bytes: &[u8]) -> bool {
        within("the sending of all bytes", self.stream.write_all(bytes)).await.is_ok()
    }

    /// Closes the sending direction.
    pub async fn shutdown_write(&mut self) {
        self.stream.shutdown().await.expect("an open connection");
    }

    /// Resets the connection.
    pub fn reset(self) {
        self.stream.set_zero_linger().expect("a socket");
    }

    /// Reads the head of an HTTP response, with its empty line.
    pub async fn read_head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.byte().await.unwrap_or_else(|| panic!("closed after {head:?}")));
        }
        String::from_utf8(head).expect("text")
    }

    /// Reads an HTTP response whose head gives its length. Returns the head and the body.
    pub async fn read_response(&mut self) -> (String, String) {
        let head = self.read_head().await;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length = length.and_then(|length| length.parse().ok()).expect("a length");
        let body = String::from_utf8(self.read_exact(length).await).expect("text");
        (head, body)
    }

    /// Reads this many bytes.
    pub async fn read_exact(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.fill(&mut bytes).await.expect("open");
        bytes
    }

    /// Reads to the end of the connection.
    pub async fn read_to_end(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        while let Some(byte) = self.byte().await {
            rest.push(byte);
        }
        rest
    }

    /// Reads the next frame; none at the end of the connection.
    pub async fn read_frame(&mut self) -> Option<Frame> {
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

    /// Reads the next message; pings and pongs are skipped.
    pub async fn read_message(&mut self) -> ServerMessage {
        loop {
            let Frame { first, payload } = self.read_frame().await.expect("a message");
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

    /// Sends a `ping` message of the protocol.
    pub async fn send_ping(&mut self) {
        self.write(&text_frame(&ClientMessage::PING.to_json())).await;
    }

    /// Reads the next message, which must be a `pong`.
    pub async fn read_pong(&mut self) {
        match self.read_message().await {
            ServerMessage::Pong { .. } => {}
            other => panic!("no pong: {other:?}"),
        }
    }

    /// Reads the next message, which must be a refusal.
    pub async fn read_refusal(&mut self) -> Refusal {
        match self.read_message().await {
            ServerMessage::Refused(refusal) => refusal,
            other => panic!("not refused: {other:?}"),
        }
    }

    /// Reads to the end of the connection and returns how the server closed it.
    pub async fn read_close(&mut self) -> SocketClose {
        let mut closed = SocketClose { close: None, bye: None };
        while let Some(Frame { first, payload }) = self.read_frame().await {
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
        within("an answer", self.stream.read_exact(buffer)).await.ok().map(drop)
    }
}

/// The code of a close frame; 1005 if it has none.
fn close_code(payload: &[u8]) -> u16 {
    payload.first_chunk().map_or(1005, |code| u16::from_be_bytes(*code))
}

/// The code of a `bye`; none for any other text.
fn bye(text: &[u8]) -> Option<ErrorCode> {
    match std::str::from_utf8(text).ok().map(ServerMessage::parse)?.ok()? {
        ServerMessage::Bye { code, .. } => Some(code),
        _ => None,
    }
}

/// An unfragmented text frame.
pub fn text_frame(text: &str) -> Vec<u8> {
    frame(0x81, text.as_bytes())
}

/// A masked frame with this first byte and its length in the shortest form.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = match payload.len() {
        short @ 0..=125 => vec![u8::try_from(short).expect("short")],
        _ if payload.len() <= 0xffff => extended_length(2, payload.len() as u64),
        long => extended_length(8, long as u64),
    };
    frame_with_length(first, &length, payload)
}

/// A masked frame with this first byte and any bytes as its length.
pub fn frame_with_length(first: u8, length: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![first, length[0] | 0x80];
    frame.extend(&length[1..]);
    frame.extend(MASK);
    frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// A length in the form with 2 or 8 extra bytes.
pub fn extended_length(bytes: usize, length: u64) -> Vec<u8> {
    let marker = if bytes == 2 { 126 } else { 127 };
    [&[marker], &length.to_be_bytes()[8 - bytes..]].concat()
}
