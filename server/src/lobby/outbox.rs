use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use ikibuguzo_protocol::{ErrorCode, Event, GameId, Happening};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio_util::sync::CancellationToken;

/// Lines that a socket may have still to send before it counts as too slow.
const MOST: usize = 256;

/// Where a socket gets the events of the games that it has joined, and the answers to its commands. Every command
/// carries one with it, so it is cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Way>);

#[derive(Debug)]
struct Way {
    socket: u64,
    lines: mpsc::Sender<Line>,
    overflow: CancellationToken,
}

impl Outbox {
    /// That of a socket with this number, and what comes out of it, in order.
    pub fn new(socket: u64) -> (Self, mpsc::Receiver<Line>) {
        Self::holding(MOST, socket)
    }

    /// One that holds so many lines at the most.
    pub fn holding(most: usize, socket: u64) -> (Self, mpsc::Receiver<Line>) {
        let (lines, outgoing) = mpsc::channel(most);
        (Self(Arc::new(Way { socket, lines, overflow: CancellationToken::new() })), outgoing)
    }

    /// The socket's own number.
    pub fn socket(&self) -> u64 {
        self.0.socket
    }

    /// Cancelled when there were too many lines: the socket must close, and its client resume.
    pub fn overflow(&self) -> &CancellationToken {
        &self.0.overflow
    }

    /// Whether nobody takes anything out any more.
    pub(super) fn is_closed(&self) -> bool {
        self.0.lines.is_closed()
    }

    /// Hands a line over. Whether the socket still listens, and keeps up.
    pub(super) fn hand(&self, line: Line) -> bool {
        match self.0.lines.try_send(line) {
            Ok(()) => true,
            Err(TrySendError::Closed(_)) => false,
            Err(TrySendError::Full(_)) => {
                self.0.overflow.cancel();
                false
            }
        }
    }
}

/// A message on its way from a room to a socket.
#[derive(Clone, Debug)]
pub struct Line {
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

impl Line {
    /// The message that tells an event.
    pub fn of(game: GameId, event: &Event) -> Self {
        let ends = matches!(event.what, Happening::Ended { .. });
        let what = What::Event { seq: event.seq, ends };
        Self { game, what, text: Utf8Bytes::from(event.to_json(game)) }
    }
}
