//! Bytes that no library sends. Whatever they are, the server answers or closes with the right code, no other client
//! notices, and the program neither ends nor logs anything.

mod connections;
mod control;
mod fragments;
mod handshake;
mod headers;
mod lengths;
mod texts;

use std::fs;
use std::net::SocketAddr;

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_testing::raw_socket::{RawSocket, SocketClose};
use ikibuguzo_testing::{ServerCommand, ServerProcess, TestDatabase, say, start_game};

use crate::PROGRAM;

/// A message that the server answers with `pong`.
const PING: &[u8] = br#"{"type":"ping"}"#;

/// The server's program, to which the bytes are sent.
struct Target {
    address: SocketAddr,
    server: ServerProcess,
    database: TestDatabase,
}

impl Target {
    async fn start() -> Self {
        let database = TestDatabase::sqlite();
        let server = ServerCommand::new(PROGRAM).ignore_slow_statements().spawn(&database).await;
        Self { address: server.address(), server, database }
    }

    /// Asserts that another client can play, that the program runs, and that its log is empty.
    async fn assert_healthy(mut self) {
        let (game, [south, _]) = start_game(&self.server.http(), "kubuguza", true).await;
        let mut other = self.server.client(Some(&south)).await;
        other.command(&say(game, "Muraho!")).await.expect("another client is served");
        assert!(self.server.is_running());
        let log = fs::read_to_string(self.database.log_file()).expect("its log");
        assert_eq!(log, "", "nothing is logged");
    }
}

/// Asserts that these bytes after a hello are one `ping`, which is answered.
async fn expect_pong(bytes: &[u8]) {
    let target = Target::start().await;
    let mut raw = RawSocket::connect_with_hello(target.address).await;
    raw.write(bytes).await;
    raw.read_pong().await;
    target.assert_healthy().await;
}

/// Asserts that these bytes after a hello are refused with this code and that the socket stays open.
async fn expect_refusal(bytes: &[u8], code: ErrorCode) {
    let target = Target::start().await;
    let mut raw = RawSocket::connect_with_hello(target.address).await;
    raw.write(bytes).await;
    assert_eq!(raw.read_refusal().await.code, code);
    raw.send_ping().await;
    raw.read_pong().await;
    target.assert_healthy().await;
}

/// Asserts that these bytes after a hello close the socket with these codes.
async fn expect_close(bytes: &[u8], close: u16, bye: ErrorCode) {
    expect_close_of_each([bytes.to_vec()], close, bye).await;
}

/// Asserts that each of these, on a socket of its own, closes the socket with these codes.
async fn expect_close_of_each(cases: impl IntoIterator<Item = Vec<u8>>, close: u16, bye: ErrorCode) {
    let target = Target::start().await;
    for bytes in cases {
        let mut raw = RawSocket::connect_with_hello(target.address).await;
        raw.try_write(&bytes).await;
        let expected = SocketClose { close: Some(close), bye: Some(bye) };
        assert_eq!(raw.read_close().await, expected, "{bytes:x?}");
    }
    target.assert_healthy().await;
}

/// Asserts that these bytes after a hello close the socket with a protocol error.
async fn expect_protocol_error(bytes: &[u8]) {
    expect_close(bytes, 1002, ErrorCode::BadFrame).await;
}
