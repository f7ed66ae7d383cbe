//! The ways in which the server's events can differ from the engine's game.

use std::fmt;

/// A difference between an event from the server and the engine's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The event's number is not the next one.
    OutOfOrder {
        /// The next number.
        expected: u64,
        /// The number in the event.
        received: u64,
    },
    /// The engine does not allow the action, or the event does not fit the events before it.
    Impossible {
        /// The number of the event.
        seq: u64,
    },
    /// The board differs from the engine's.
    Board {
        /// The number of the event.
        seq: u64,
    },
    /// The outcome differs from the engine's.
    Outcome {
        /// The number of the event.
        seq: u64,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfOrder { expected, received } => {
                write!(f, "event {received} was received instead of event {expected}")
            }
            Self::Impossible { seq } => write!(f, "event {seq} is not possible in this position"),
            Self::Board { seq } => write!(f, "the board of event {seq} differs from the engine's"),
            Self::Outcome { seq } => write!(f, "the outcome in event {seq} differs from the engine's"),
        }
    }
}

impl std::error::Error for Mismatch {}
