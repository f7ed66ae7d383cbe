//! What must hold for any bytes that the server receives: no panic, no hang, no internal error, and answers that a client
//! can read. The fuzz targets and `server/tests/it/fuzz.rs` share these laws.

use std::net::SocketAddr;
use std::time::Duration;

use ikibuguzo_protocol::{ErrorCode, Problem, ServerMessage};
use ikibuguzo_server::app::{App, AppSettings};
use ikibuguzo_server::net::accept::Acceptor;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The longest time for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The longest answer to one input, in bytes.
const MAX_ANSWER: usize = 1 << 20;

/// A WebSocket handshake.
const UPGRADE: &[u8] = b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// `{"type":"hello"}` as a frame with a mask of zeros.
const HELLO: &[u8] = b"\x81\x90\0\0\0\0{\"type\":\"hello\"}";

/// The whole server except for its TCP port.
pub(crate) struct FuzzServer {
    app: App,
    runtime: Runtime,
    _folder: TempDir,
}

impl FuzzServer {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the database");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let runtime = Runtime::new().expect("a runtime");
        let app = runtime.block_on(App::open(&url, AppSettings::default(), CancellationToken::new()));
        Self { app: app.expect("a database"), runtime, _folder: folder }
    }

    /// The answer to these bytes on one connection: the first head, and the rest.
    fn answer(&self, bytes: &[u8]) -> (String, Vec<u8>) {
        let (client, server) = tokio::io::duplex(4096);
        let address = SocketAddr::from(([127, 0, 0, 1], 1));
        let acceptor = Acceptor {
            router: ikibuguzo_server::router(self.app.clone()),
            limits: self.app.limits,
            trusted_proxies: self.app.trusted_proxies.clone(),
            metrics: self.app.metrics.clone(),
            stop: CancellationToken::new(),
        };
        let exchange = async {
            let serving = tokio::spawn(acceptor.serve(server, address));
            let answer = exchange_bytes(client, bytes).await;
            serving.await.expect("no panic");
            answer
        };
        self.runtime.block_on(async { timeout(ANSWER_TIMEOUT, exchange).await }).expect("no hang")
    }
}

/// Sends the bytes and reads the answer. The sending direction is closed only once an answer has begun: a server that sees
/// the close earlier does not answer.
async fn exchange_bytes(client: DuplexStream, bytes: &[u8]) -> (String, Vec<u8>) {
    let (mut read, mut write) = tokio::io::split(client);
    let (head_sender, head_receiver) = tokio::sync::oneshot::channel();
    let sending = async {
        // The server may close before it has read everything.
        let _ = write.write_all(bytes).await;
        let _ = head_receiver.await;
        let _ = write.shutdown().await;
    };
    let receiving = async {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(read.read_u8().await.expect("an answer"));
        }
        let _ = head_sender.send(());
        let mut rest = Vec::new();
        read.take(MAX_ANSWER as u64).read_to_end(&mut rest).await.expect("readable");
        (String::from_utf8(head).expect("a head is ASCII"), rest)
    };
    let ((), answer) = tokio::join!(sending, receiving);
    answer
}

/// Any bytes as the path of a GET, and after a line break as a bearer token, are answered; an error has a code.
pub(crate) fn request(server: &FuzzServer, bytes: &[u8]) {
    let (path, token) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len()));
    let request = [
        b"GET ",
        path,
        b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ",
        token.trim_ascii(),
        b"\r\n\r\n",
    ];
    let (head, body) = server.answer(&request.concat());
    assert!(head.starts_with("HTTP/1."), "{head}");
    assert!(!head[8..].starts_with(" 5"), "{head}");
    if head.contains("application/problem+json") {
        let body = body.split(|byte| *byte == b'}').next().expect("a body");
        let problem: Problem = serde_json::from_slice(&[body, b"}"].concat()).expect("a problem");
        assert_ne!(problem.code, ErrorCode::Internal);
    }
}

/// Any bytes after the handshake and a hello are answered with frames that a client can read; a close is the last frame.
pub(crate) fn frames(server: &FuzzServer, bytes: &[u8]) {
    let (head, mut rest) = server.answer(&[UPGRADE, HELLO, bytes].concat());
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    assert!(rest.len() < MAX_ANSWER, "a bounded answer");
    let mut kinds = Vec::new();
    while let [first, second, ..] = rest[..] {
        let (begin, length) = match second {
            126 => (4, usize::from(u16::from_be_bytes([rest[2], rest[3]]))),
            length => (2, usize::from(length)),
        };
        assert!(length < 126 || begin == 4, "not masked, and a length of at most 16 bits");
        let payload: Vec<u8> = rest.drain(..begin + length).skip(begin).collect();
        if first == 0x81 {
            let text = String::from_utf8(payload).expect("UTF-8");
            ServerMessage::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        }
        kinds.push(first);
    }
    assert_eq!(kinds.first(), Some(&0x81), "a welcome");
    assert!(kinds.iter().all(|kind| [0x81, 0x88, 0x8a].contains(kind)), "{kinds:x?}");
    assert!(!kinds.iter().rev().skip(1).any(|kind| *kind == 0x88), "{kinds:x?}");
}
