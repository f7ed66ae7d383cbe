//! A bounded queue of messages on their way to one socket.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use axum::extract::ws::Utf8Bytes;
use ikibuguzo_protocol::{ErrorCode, Event, GameId, Happening};
use tokio_util::sync::CancellationToken;

use crate::live::writer::Writer;

/// Lines that a socket may have still to send before it counts as too slow.
const MOST: usize = 256;

/// Lines that may wait for the next one, and those whose room an empty queue keeps.
const AT_REST: usize = 32;

/// Where a socket gets the events of the games that it has joined, and the answers to its commands. Every command
/// carries one with it, so it is cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Inlet>);

/// What comes out of an outbox, in order.
#[derive(Debug)]
pub struct Outgoing(Arc<Way>);

/// There is one as long as somebody may hand over a line.
#[derive(Debug)]
struct Inlet(Arc<Way>);

#[derive(Debug)]
struct Way {
    socket: u64,
    most: usize,
    overflow: CancellationToken,
    queue: Mutex<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    lines: VecDeque<OutboundFrame>,
    /// Whoever waits for a line.
    reader: Option<Waker>,
    /// Whether some line does not wait for the next one.
    is_called: bool,
    /// Times that the writer was asked to call later.
    calls: u64,
    /// Which of these calls is the one for the lines that are here, if they wait for one.
    call: Option<u64>,
    /// Nobody hands over anything any more, or nobody takes it.
    ended: bool,
}

impl Outbox {
    /// That of a socket with this number, and what comes out of it.
    pub fn new(socket: u64) -> (Self, Outgoing) {
        Self::holding(MOST, socket)
    }

    /// One that holds so many lines at the most.
    pub fn holding(most: usize, socket: u64) -> (Self, Outgoing) {
        let (overflow, queue) = (CancellationToken::new(), Mutex::default());
        let way = Arc::new(Way { socket, most, overflow, queue });
        (Self(Arc::new(Inlet(Arc::clone(&way)))), Outgoing(way))
    }

    /// The socket's own number.
    pub fn socket(&self) -> u64 {
        self.way().socket
    }

    /// Cancelled when there were too many lines: the socket must close, and its client resume.
    pub fn overflow(&self) -> &CancellationToken {
        &self.way().overflow
    }

    /// Whether nobody takes anything out any more.
    pub(super) fn is_closed(&self) -> bool {
        self.way().lock().ended
    }

    /// Hands a line over. Whether the socket still listens, and keeps up.
    pub(super) fn hand(&self, line: OutboundFrame) -> bool {
        let is_taken = self.way().put(line).is_some();
        self.way().call();
        is_taken
    }

    /// Hands a line over, as [`hand`](Self::hand) does, which may wait for the next one, but no longer than until the
    /// writer has told of a few more transactions.
    pub(super) fn hand_late(&self, line: OutboundFrame, writer: &Writer) -> bool {
        let waiting = self.way().put(line);
        if waiting >= Some(AT_REST) {
            self.way().call();
        } else if let Some(number) = self.way().expect_call() {
            let way = Arc::clone(self.way());
            writer.call_later(Waker::from(Arc::new(Call { way, number })));
        }
        waiting.is_some()
    }

    fn way(&self) -> &Arc<Way> {
        &self.0.0
    }
}

impl Outgoing {
    /// The next line, as soon as there is one that does not wait for another; none when nobody can hand over any more.
    pub async fn recv(&mut self) -> Option<OutboundFrame> {
        poll_fn(|context| self.poll(context)).await
    }

    /// The next line, if there is one, whether or not it waits for another.
    pub fn try_recv(&mut self) -> Option<OutboundFrame> {
        self.0.lock().take()
    }

    fn poll(&mut self, context: &Context<'_>) -> Poll<Option<OutboundFrame>> {
        let mut queue = self.0.lock();
        let next = if queue.is_called { queue.take() } else { None };
        match next {
            None if !queue.ended => {
                match &mut queue.reader {
                    Some(reader) => reader.clone_from(context.waker()),
                    reader => *reader = Some(context.waker().clone()),
                }
                Poll::Pending
            }
            next => Poll::Ready(next),
        }
    }
}

impl Way {
    /// How many lines wait now; none where this one does not.
    fn put(&self, line: OutboundFrame) -> Option<usize> {
        let mut queue = self.lock();
        if queue.ended {
            return None;
        }
        if queue.lines.len() < self.most {
            queue.lines.push_back(line);
            return Some(queue.lines.len());
        }
        drop(queue);
        self.overflow.cancel();
        None
    }

    /// The number of the call for the lines that are here, unless they go out without another one.
    fn expect_call(&self) -> Option<u64> {
        let mut queue = self.lock();
        if queue.is_called || queue.call.is_some() {
            return None;
        }
        queue.calls += 1;
        queue.call = Some(queue.calls);
        queue.call
    }

    /// Calls whoever waits for a line.
    fn call(&self) {
        let reader = {
            let mut queue = self.lock();
            queue.is_called = true;
            queue.reader.take()
        };
        reader.into_iter().for_each(Waker::wake);
    }

    fn end(&self) {
        self.lock().ended = true;
        self.call();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is whole after every statement, so a panic elsewhere does not spoil it.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn take(&mut self) -> Option<OutboundFrame> {
        let line = self.lines.pop_front();
        if self.lines.is_empty() {
            (self.is_called, self.call) = (false, None);
            if self.lines.capacity() > AT_REST {
                self.lines = VecDeque::new();
            }
        }
        line
    }
}

/// A call for lines that may wait; in vain if they have been taken meanwhile, whatever has come after them.
#[derive(Debug)]
struct Call {
    way: Arc<Way>,
    number: u64,
}

impl Wake for Call {
    fn wake(self: Arc<Self>) {
        let is_waited_for = self.way.lock().call.take_if(|call| *call == self.number).is_some();
        if is_waited_for {
            self.way.call();
        }
    }
}

impl Drop for Inlet {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A message on its way from a room to a socket.
#[derive(Clone, Debug)]
pub struct OutboundFrame {
    /// The game.
    pub game: GameId,
    /// What it is.
    pub what: What,
    /// The message.
    pub text: Utf8Bytes,
}

/// What a line is, as far as a socket has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An event.
    Event {
        /// Its number in the game.
        seq: u64,
        /// Whether the game is over with it.
        ends: bool,
    },
    /// Who is there: no event, and told only while it is true.
    Presence,
    /// The answer to a command of this socket's own.
    Answer {
        /// Whether that was a move.
        is_move: bool,
        /// Why the command was refused, if it was.
        refused: Option<ErrorCode>,
    },
}

impl OutboundFrame {
    /// The message that tells an event.
    pub fn of(game: GameId, event: &Event) -> Self {
        let ends = matches!(event.what, Happening::Ended { .. });
        let what = What::Event { seq: event.seq, ends };
        Self { game, what, text: Utf8Bytes::from(event.to_json(game)) }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::poll;
    use tempfile::TempDir;

    use super::*;
    use crate::ops::database_log::DatabaseLog;
    use crate::ops::metrics::Metrics;
    use ikibuguzo_store::Store;

    fn line(text: &'static str) -> OutboundFrame {
        let game = GameId::from_random([7; GameId::LENGTH]);
        OutboundFrame { game, what: What::Presence, text: Utf8Bytes::from_static(text) }
    }

    async fn writer() -> (TempDir, Writer) {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        (
            folder,
            Writer::start(
                Store::open(&url).await.expect("a database"),
                Arc::new(Metrics::new()),
                DatabaseLog::default(),
            ),
        )
    }

    async fn next(outgoing: &mut Outgoing) -> Option<String> {
        outgoing.recv().await.map(|line| line.text.to_string())
    }

    #[tokio::test]
    async fn what_may_wait_comes_before_the_next_line() {
        let ((_folder, writer), (outbox, mut outgoing)) = (writer().await, Outbox::new(1));
        assert!(outbox.hand_late(line("a"), &writer) && outbox.hand_late(line("b"), &writer));
        assert!(outbox.hand(line("c")) && outbox.hand_late(line("d"), &writer));
        for text in ["a", "b", "c", "d"] {
            assert_eq!(next(&mut outgoing).await.as_deref(), Some(text));
        }
        assert!(outgoing.try_recv().is_none());
    }

    #[tokio::test]
    async fn what_may_wait_calls_nobody_but_comes() {
        let ((_folder, writer), (outbox, mut outgoing)) = (writer().await, Outbox::new(1));
        {
            let mut waiting = pin!(outgoing.recv());
            assert!(poll!(waiting.as_mut()).is_pending());
            assert!(outbox.hand_late(line("a"), &writer));
            assert!(outbox.way().lock().reader.is_some(), "nobody was called");
            assert!(poll!(waiting.as_mut()).is_pending(), "nor has anything come for whoever asks");
            assert!(waiting.await.is_some(), "called by the writer");
        }
        let mut waiting = pin!(outgoing.recv());
        assert!(poll!(waiting.as_mut()).is_pending());
        assert!(outbox.hand(line("b")));
        assert!(outbox.way().lock().reader.is_none(), "called at once");
        assert!(waiting.await.is_some());
    }

    #[tokio::test]
    async fn who_was_to_be_called_for_what_has_been_taken_is_not_called_for_what_comes_then() {
        let ((_folder, writer), (outbox, mut outgoing)) = (writer().await, Outbox::new(1));
        let calls = |outbox: &Outbox| outbox.way().lock().call;
        assert!(outbox.hand_late(line("a"), &writer) && outbox.hand_late(line("b"), &writer));
        let first = calls(&outbox).expect("a call for both");
        assert!(outgoing.try_recv().is_some() && calls(&outbox) == Some(first));
        assert!(outgoing.try_recv().is_some() && calls(&outbox).is_none());
        assert!(outbox.hand_late(line("c"), &writer));
        let call = Call { way: Arc::clone(outbox.way()), number: first };
        Waker::from(Arc::new(call)).wake();
        assert!(poll!(pin!(outgoing.recv())).is_pending());
        assert_eq!(next(&mut outgoing).await.as_deref(), Some("c"), "by the call for it");
    }

    #[tokio::test]
    async fn so_much_waits_and_no_more() {
        let ((_folder, writer), (outbox, mut outgoing)) = (writer().await, Outbox::new(1));
        let mut waiting = pin!(outgoing.recv());
        for _ in 1..AT_REST {
            assert!(outbox.hand_late(line("a"), &writer));
        }
        assert!(poll!(waiting.as_mut()).is_pending());
        assert!(outbox.hand_late(line("b"), &writer));
        assert!(poll!(waiting.as_mut()).is_ready());
    }

    #[tokio::test]
    async fn lines_end_when_nobody_is_left_to_hand_over_any() {
        let (outbox, mut outgoing) = Outbox::new(1);
        let other = outbox.clone();
        assert!(other.hand(line("a")));
        drop((outbox, other));
        assert_eq!(next(&mut outgoing).await.as_deref(), Some("a"));
        assert_eq!(next(&mut outgoing).await, None);
    }

    #[test]
    fn a_full_outbox_says_so() {
        let (outbox, outgoing) = Outbox::holding(2, 1);
        assert!(outbox.hand(line("a")) && outbox.hand(line("b")) && !outbox.overflow().is_cancelled());
        assert!(!outbox.hand(line("c")) && outbox.overflow().is_cancelled() && !outbox.is_closed());
        drop(outgoing);
        assert!(outbox.is_closed() && !outbox.hand(line("d")));
    }

    #[test]
    fn an_empty_queue_keeps_little_room() {
        let (outbox, mut outgoing) = Outbox::new(1);
        for _ in 0..MOST {
            assert!(outbox.hand(line("a")));
        }
        while outgoing.try_recv().is_some() {}
        assert!(outbox.way().lock().lines.capacity() <= AT_REST);
    }
}
