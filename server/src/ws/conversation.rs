//! One socket's conversation: reads messages, answers them, and sends what its games send.

use std::pin::pin;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::FutureExt;
use futures_util::future;
use ikibuguzo_protocol::{ClientMessage, ErrorCode, MAX_CLIENT_MESSAGE_BYTES, Timestamp};
use tokio::task::coop::consume_budget;
use tokio::task::yield_now;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout_at};

use super::connection::{Connection, Disconnected};
use super::session::{Handled, Response, Session};
use crate::app::App;
use crate::live::frame::OutboundFrame;
use crate::live::outbox::{Outbox, OutboxReceiver};
use crate::net::close_reason::CloseReason;

/// Number of heartbeats of the server that a client may leave without a sign of life.
const MAX_SILENT_BEATS: u32 = 2;

/// How often a socket with several games lets them run before it sends: games that were committed together send their
/// events a few at a time.
const GATHER_ROUNDS: usize = 6;

/// How long an answer waits for the next one, when a client sends several messages at once.
const ANSWER_DELAY: Duration = Duration::from_millis(10);

/// A socket under way.
pub(super) struct Conversation {
    connection: Connection,
    session: Session,
    receiver: OutboxReceiver,
    /// When the client closed the connection, if it has.
    closed_at: Option<Timestamp>,
}

/// What the client has sent; `None` when the connection has ended.
type Incoming = Option<Result<Message, axum::Error>>;

impl Conversation {
    /// A conversation over an open socket.
    pub(super) fn new(app: App, socket: WebSocket) -> Self {
        let connection = Connection::new(socket, app.limits.send, app.metrics.clone());
        let (outbox, receiver) = Outbox::new(app.number_socket());
        Self { connection, session: Session::new(app, outbox), receiver, closed_at: None }
    }

    /// The number of the socket.
    pub(super) fn number(&self) -> u64 {
        self.session.outbox.socket()
    }

    /// Runs until the server has a reason to close the socket, or the client is gone.
    pub(super) async fn run(&mut self) -> Result<CloseReason, Disconnected> {
        let (closing, overflow) = (self.session.app.closing.clone(), self.session.outbox.overflow().clone());
        // Created once: such a future leaves its waiting list when it is dropped, and would not be woken again.
        let (mut closing, mut overflow) = (pin!(closing.cancelled()), pin!(overflow.cancelled()));
        let mut hello_limit = pin!(sleep(self.session.app.limits.hello));
        let mut beat = interval(self.session.app.limits.beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        beat.reset();
        let mut silent_beats = 0;
        loop {
            tokio::select! {
                // The most frequent branch is polled first; tokio's budget keeps a busy branch from starving the
                // others.
                biased;
                Some(frame) = self.receiver.recv() => self.send_with_queued(frame).await?,
                message = self.connection.recv(), if self.session.can_take_more() => {
                    silent_beats = 0;
                    if let Some(reason) = self.answer_all(message).await? {
                        return Ok(reason);
                    }
                }
                () = hello_limit.as_mut(), if !self.session.is_greeted() => return Ok(CloseReason::NO_HELLO),
                _ = beat.tick() => {
                    if let Some(later) = self.session.next_heartbeat() {
                        beat.reset_at(later);
                        continue;
                    }
                    // A client whose messages are not read now is not silent.
                    silent_beats += u32::from(self.session.can_take_more());
                    if silent_beats > MAX_SILENT_BEATS {
                        return Ok(CloseReason::SILENT);
                    }
                    self.connection.ping().await?;
                }
                // Everything that was queued has been sent by now.
                () = overflow.as_mut() => return Ok(CloseReason::SLOW_READER),
                () = closing.as_mut() => {
                    Box::pin(self.send_until(Session::has_answered_all)).await?;
                    return Ok(CloseReason::RESTARTING);
                }
            }
        }
    }

    /// Leaves all games, then says why the socket is closed.
    pub(super) async fn close(&mut self, reason: Option<CloseReason>) {
        if let Some(CloseReason { code: ErrorCode::SlowReader, .. }) = &reason {
            self.session.app.metrics.slow_closes.inc();
        }
        // Nobody waits for a client that may not even read the reason.
        self.session.leave_all(self.closed_at.unwrap_or_else(|| self.session.app.clock.now())).await;
        if let Some(reason) = reason {
            // A client that no longer reads misses nothing that it could not resume.
            let _ = self.connection.close(reason, &self.session.app.chance).await;
        }
    }

    /// Sends a frame and everything else that is queued, in one go: an acknowledgement with its event, and the events
    /// of all games that were committed together.
    async fn send_with_queued(&mut self, first: OutboundFrame) -> Result<(), Disconnected> {
        self.send(first).await?;
        for _ in 0..GATHER_ROUNDS {
            if self.session.follows_several() {
                yield_now().await;
            }
            if !self.send_queued().await? {
                break;
            }
        }
        self.connection.flush().await
    }

    /// Writes all queued frames. Returns whether there were any.
    async fn send_queued(&mut self) -> Result<bool, Disconnected> {
        let mut any = false;
        while let Some(frame) = self.receiver.try_recv() {
            self.send(frame).await?;
            any = true;
        }
        Ok(any)
    }

    async fn send(&mut self, frame: OutboundFrame) -> Result<(), Disconnected> {
        match self.session.accept(frame) {
            Some(text) => self.connection.write(text).await,
            None => Ok(()),
        }
    }

    /// Sends what comes until the session says that it is enough.
    async fn send_until(&mut self, is_enough: impl Fn(&Session) -> bool) -> Result<(), Disconnected> {
        let overflow = self.session.outbox.overflow().clone();
        loop {
            self.send_queued().await?;
            if is_enough(&self.session) {
                return Ok(());
            }
            self.connection.flush().await?;
            tokio::select! {
                biased;
                Some(frame) = self.receiver.recv() => self.send(frame).await?,
                // An answer that did not fit into the queue never comes.
                () = overflow.cancelled() => return Ok(()),
            }
        }
    }

    /// Answers a message and those that have come behind it, in one go. Returns a reason to close the socket.
    async fn answer_all(&mut self, first: Incoming) -> Result<Option<CloseReason>, Disconnected> {
        let mut next = Some(first);
        while let Some(message) = next {
            match self.take(message).await {
                Ok(None) if self.session.is_flooding() => return Ok(Some(CloseReason::FLOODING)),
                Ok(None) => {}
                Err(Disconnected::Closed) => {
                    self.closed_at = Some(self.session.app.clock.now());
                    // A client that has ended its side may still read.
                    let _ = self.send_queued().await;
                    let _ = self.connection.flush().await;
                    return Err(Disconnected::Closed);
                }
                ended => return ended,
            }
            // A move is answered through the queue, so mostly nothing is written yet that could wait for more.
            let may_continue = self.connection.has_unflushed() && self.session.can_take_more();
            next = if may_continue { self.next_ready().await } else { None };
        }
        if self.connection.has_unflushed() {
            // Deferred frames leave together with the answers.
            self.send_queued().await?;
            self.connection.flush().await?;
        }
        Ok(None)
    }

    /// The next message if it has come already. A client that sends many at once lets other tasks run in between.
    async fn next_ready(&mut self) -> Option<Incoming> {
        consume_budget().await;
        self.connection.recv().now_or_never()
    }

    async fn take(&mut self, message: Incoming) -> Result<Option<CloseReason>, Disconnected> {
        match message {
            Some(Ok(Message::Text(text))) => self.answer(&text).await?,
            Some(Ok(Message::Binary(_))) => {
                self.session.charge_frame();
                self.connection.refuse(ErrorCode::BinaryFrame, "send JSON in text frames").await?;
            }
            // The pong leaves before the next ping is read, so a client that reads no pongs is not heard.
            Some(Ok(Message::Ping(_))) => {
                self.session.charge_frame();
                self.connection.flush().await?;
            }
            Some(Ok(Message::Pong(_))) => self.session.charge_frame(),
            Some(Ok(Message::Close(_))) | None => return Err(Disconnected::Closed),
            Some(Err(error)) => {
                return CloseReason::for_read_error(error).map(Some).ok_or(Disconnected::Closed);
            }
        }
        Ok(None)
    }

    async fn answer(&mut self, text: &str) -> Result<(), Disconnected> {
        if text.len() > MAX_CLIENT_MESSAGE_BYTES {
            self.session.charge_frame();
            let message = format!("a message has at most {MAX_CLIENT_MESSAGE_BYTES} bytes");
            return self.connection.refuse(ErrorCode::FrameTooLarge, &message).await;
        }
        let message = ClientMessage::parse(text);
        match message {
            Ok(ClientMessage::Act { .. } | ClientMessage::Arrange { .. }) => {}
            // The snapshot may show what a command has done, so its acknowledgement goes first.
            Ok(ClientMessage::Join { game, .. }) => {
                Box::pin(self.send_until(|session| session.has_answered_in(game))).await?;
            }
            // Deferred frames go first: a pong tells how far games are.
            _ => drop(self.send_queued().await?),
        }
        let Response { message, missed } = self.handle(message).await?;
        if let Some(message) = message {
            self.connection.say(&message).await?;
        }
        for frame in missed {
            self.connection.write(frame.text).await?;
        }
        Ok(())
    }

    /// Has the session handle a message. If that takes longer than [`ANSWER_DELAY`], what was written before is flushed
    /// meanwhile.
    async fn handle(
        &mut self,
        message: Result<ClientMessage, ikibuguzo_protocol::Refusal>,
    ) -> Result<Response, Disconnected> {
        let mut pending = match self.session.handle(message) {
            Handled::Now(response) => return Ok(response),
            Handled::Later(pending) => pending,
        };
        let Some(due) = self.connection.flush_due_in(ANSWER_DELAY) else { return Ok(pending.await) };
        match Box::pin(timeout_at(due, pending.as_mut())).await {
            Ok(response) => Ok(response),
            Err(_) => {
                let (flushed, response) = Box::pin(future::join(self.connection.flush(), pending)).await;
                flushed.map(|()| response)
            }
        }
    }
}
