//! Bytes that no library would send. Whatever they are, the server answers or closes with the right code, nobody else
//! notices, and the program neither ends nor complains.

mod connections;
mod control;
mod fragments;
mod handshake;
mod headers;
mod lengths;
mod texts;

use std::fs;
use std::net::SocketAddr;

use ikibuguzo_protocol::{ClientMessage, ErrorCode};
use tokio::process::Child;

use crate::support::raw_socket::{Closed, Raw};
use crate::support::{Client, Http, TestDatabase, command_id, seated_pair, spawn};

/// A message that the server answers with `pong`.
const PING: &[u8] = br#"{"type":"ping"}"#;

/// The real program, which all this is done to.
struct Victim {
    address: SocketAddr,
    program: Child,
    database: TestDatabase,
}

impl Victim {
    async fn start() -> Self {
        let database = TestDatabase::sqlite();
        let (program, address) = spawn(&database).await;
        Self { address, program, database }
    }

    /// Others play on, the program runs, and it has nothing to say.
    async fn plays_on(mut self) {
        let (game, [south, _]) = seated_pair(&Http::new(self.address), "kubuguza", true).await;
        let mut other = Client::connect(self.address, Some(&south)).await;
        let say = ClientMessage::Say { game, id: command_id(), text: "Muraho!".to_owned() };
        other.command(&say).await.expect("others play on");
        assert_eq!(self.program.try_wait().expect("a program"), None, "it runs");
        let log = fs::read_to_string(self.database.log()).expect("its log");
        assert_eq!(log, "", "nothing to say");
    }
}

/// After hello, these bytes are one `ping`, which is answered.
async fn heard(bytes: &[u8]) {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    raw.write(bytes).await;
    raw.pong().await;
    victim.plays_on().await;
}

/// After hello, these bytes are refused with this code, and the socket lives on.
async fn refused(bytes: &[u8], code: ErrorCode) {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    raw.write(bytes).await;
    assert_eq!(raw.refusal().await.code, code);
    raw.ping().await;
    raw.pong().await;
    victim.plays_on().await;
}

/// After hello, these bytes end the socket with these codes.
async fn closed(bytes: &[u8], close: u16, bye: ErrorCode) {
    let victim = Victim::start().await;
    let mut raw = Raw::greeted(victim.address).await;
    raw.write_in_vain(bytes).await;
    assert_eq!(raw.closed().await, Closed { close: Some(close), bye: Some(bye) });
    victim.plays_on().await;
}

/// After hello, these bytes end the socket as a protocol error.
async fn broken(bytes: &[u8]) {
    closed(bytes, 1002, ErrorCode::BadFrame).await;
}
