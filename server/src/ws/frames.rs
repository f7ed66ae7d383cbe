use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::{SinkExt, poll};
use ikibuguzo_protocol::{ErrorCode, Refusal, ServerMessage};
use tokio::time::{Instant, timeout};

use crate::net::close_reason::CloseReason;
use crate::ops::metrics::Metrics;

/// There is nobody to tell anything any more.
pub(super) enum Gone {
    /// The client went, or broke off.
    Left,
    /// It is there, and takes nothing.
    Stuck,
}

impl Gone {
    /// What to say to one that may listen again in a moment.
    pub(super) fn goodbye(&self) -> Option<CloseReason> {
        match self {
            Self::Left => None,
            Self::Stuck => Some(CloseReason::SLOW_READER),
        }
    }
}

/// A WebSocket on which nothing waits long for the client to read.
pub(super) struct Wire {
    socket: WebSocket,
    /// How long the client may take to read one message.
    limit: Duration,
    metrics: Arc<Metrics>,
    /// Whether something was said that may not be on its way yet.
    has_said_something: bool,
    /// When that has to be on its way, if that was asked.
    due: Option<Instant>,
}

impl Wire {
    pub(super) fn new(socket: WebSocket, limit: Duration, metrics: Arc<Metrics>) -> Self {
        Self { socket, limit, metrics, has_said_something: false, due: None }
    }

    /// The next frame; none when the connection has ended.
    pub(super) async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        self.socket.recv().await
    }

    /// Says something. It is on its way when the next [`flush`](Self::flush) is done, with all that was said before.
    pub(super) async fn send(&mut self, line: Utf8Bytes) -> Result<(), Gone> {
        self.has_said_something = true;
        within(self.limit, self.socket.feed(Message::Text(line))).await
    }

    /// Whether something was said and not flushed yet.
    pub(super) fn has_said_something(&self) -> bool {
        self.has_said_something
    }

    /// Until when what was said may wait, at the most so long after this was asked first; none where nothing was said.
    pub(super) fn due_within(&mut self, patience: Duration) -> Option<Instant> {
        self.has_said_something.then(|| *self.due.get_or_insert_with(|| Instant::now() + patience))
    }

    pub(super) async fn say(&mut self, message: &ServerMessage) -> Result<(), Gone> {
        if let ServerMessage::Refused(refusal) = message {
            self.metrics.refused(refusal.code);
        }
        self.send(message.to_json().into()).await
    }

    pub(super) async fn refuse(&mut self, code: ErrorCode, message: &str) -> Result<(), Gone> {
        self.say(&ServerMessage::Refused(Refusal::new(code, message))).await
    }

    pub(super) async fn ping(&mut self) -> Result<(), Gone> {
        self.write(Message::Ping(Bytes::new())).await
    }

    /// Sends what was said, and what the library has answered by itself: pongs, and the answer to a close.
    pub(super) async fn flush(&mut self) -> Result<(), Gone> {
        (self.has_said_something, self.due) = (false, None);
        within(self.limit, self.socket.flush()).await
    }

    pub(super) async fn say_goodbye(&mut self, goodbye: CloseReason) -> Result<(), Gone> {
        let bye = Message::text(goodbye.bye().to_json());
        let reason = Utf8Bytes::from_static(goodbye.message);
        let close = Message::Close(Some(CloseFrame { code: goodbye.close, reason }));
        let both = async {
            self.socket.feed(bye).await?;
            self.socket.send(close).await
        };
        within(self.limit, both).await
    }

    async fn write(&mut self, message: Message) -> Result<(), Gone> {
        within(self.limit, self.socket.send(message)).await
    }
}

/// Most of what is sent is sent at once; only what is not is timed. Boxed, so that no socket keeps room for that.
async fn within(limit: Duration, sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), Gone> {
    let mut sending = pin!(sending);
    let sent = match poll!(sending.as_mut()) {
        Poll::Ready(sent) => sent,
        Poll::Pending => Box::pin(timeout(limit, sending)).await.map_err(|_| Gone::Stuck)?,
    };
    sent.map_err(|_| Gone::Left)
}
