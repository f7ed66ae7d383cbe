//! A WebSocket on which no write waits long for the client to read.

use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::{SinkExt, poll};
use ikibuguzo_protocol::{ErrorCode, Refusal, ServerMessage};
use tokio::time::{Instant, timeout};

use crate::chance::Chance;
use crate::net::close_reason::CloseReason;
use crate::ops::metrics::Metrics;

/// Why nothing more can be sent.
pub(super) enum Disconnected {
    /// The client has closed the connection, or it broke.
    Closed,
    /// The client is connected and reads nothing.
    Stalled,
}

impl Disconnected {
    /// What to tell a client that may read again in a moment.
    pub(super) fn close_reason(&self) -> Option<CloseReason> {
        match self {
            Self::Closed => None,
            Self::Stalled => Some(CloseReason::SLOW_READER),
        }
    }
}

/// The connection of one socket.
pub(super) struct Connection {
    socket: WebSocket,
    /// How long the client may take to read one message.
    send_limit: Duration,
    metrics: Arc<Metrics>,
    has_unflushed: bool,
    /// When the unflushed messages have to leave, if that was requested.
    flush_due: Option<Instant>,
}

impl Connection {
    /// A connection over an open WebSocket.
    pub(super) fn new(socket: WebSocket, send_limit: Duration, metrics: Arc<Metrics>) -> Self {
        Self { socket, send_limit, metrics, has_unflushed: false, flush_due: None }
    }

    /// Waits for the next message; `None` when the connection has ended.
    pub(super) async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        self.socket.recv().await
    }

    /// Writes a text message. It leaves with the next [`flush`](Self::flush).
    pub(super) async fn write(&mut self, text: Utf8Bytes) -> Result<(), Disconnected> {
        self.has_unflushed = true;
        within(self.send_limit, self.socket.feed(Message::Text(text))).await
    }

    /// Whether something was written and not flushed.
    pub(super) fn has_unflushed(&self) -> bool {
        self.has_unflushed
    }

    /// Until when unflushed messages may wait: `delay` after the first call since the last flush. `None` if there are
    /// no such messages.
    pub(super) fn flush_due_in(&mut self, delay: Duration) -> Option<Instant> {
        self.has_unflushed.then(|| *self.flush_due.get_or_insert_with(|| Instant::now() + delay))
    }

    /// Writes a message of the protocol.
    pub(super) async fn say(&mut self, message: &ServerMessage) -> Result<(), Disconnected> {
        if let ServerMessage::Refused(refusal) = message {
            self.metrics.refused(refusal.code);
        }
        self.write(message.to_json().into()).await
    }

    /// Writes a refusal that belongs to no command.
    pub(super) async fn refuse(&mut self, code: ErrorCode, message: &str) -> Result<(), Disconnected> {
        self.say(&ServerMessage::Refused(Refusal::new(code, message))).await
    }

    /// Sends a ping.
    pub(super) async fn ping(&mut self) -> Result<(), Disconnected> {
        within(self.send_limit, self.socket.send(Message::Ping(Bytes::new()))).await
    }

    /// Sends what was written, and what the library has answered by itself: pongs, and the answer to a close.
    pub(super) async fn flush(&mut self) -> Result<(), Disconnected> {
        (self.has_unflushed, self.flush_due) = (false, None);
        within(self.send_limit, self.socket.flush()).await
    }

    /// Sends why the socket is closed, and closes it.
    pub(super) async fn close(&mut self, reason: CloseReason, chance: &Chance) -> Result<(), Disconnected> {
        let bye = Message::text(reason.bye(chance).to_json());
        let text = Utf8Bytes::from_static(reason.message);
        let close = Message::Close(Some(CloseFrame { code: reason.close_code, reason: text }));
        let both = async {
            self.socket.feed(bye).await?;
            self.socket.send(close).await
        };
        within(self.send_limit, both).await
    }
}

/// Bounds a send in time. Most are done at the first poll and need no timer; the timer is boxed, so that idle sockets
/// keep no memory for it.
async fn within(
    limit: Duration,
    sending: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), Disconnected> {
    let mut sending = pin!(sending);
    let sent = match poll!(sending.as_mut()) {
        Poll::Ready(sent) => sent,
        Poll::Pending => Box::pin(timeout(limit, sending)).await.map_err(|_| Disconnected::Stalled)?,
    };
    sent.map_err(|_| Disconnected::Closed)
}
