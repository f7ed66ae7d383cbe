//! What can be wrong with what a viewer is told.

use std::fmt;

/// What is wrong with what a viewer was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An event has another number than the next one.
    OutOfOrder {
        /// The number that should have come.
        expected: u64,
        /// The number that came.
        told: u64,
    },
    /// The engine does not allow the action, or the event does not fit what came before it.
    Impossible {
        /// The event.
        seq: u64,
    },
    /// The board is not the engine's.
    Board {
        /// The event.
        seq: u64,
    },
    /// The game ended otherwise than the engine says.
    Ending {
        /// The event.
        seq: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfOrder { expected, told } => write!(f, "event {told} came where {expected} was due"),
            Self::Impossible { seq } => write!(f, "event {seq} is not possible here"),
            Self::Board { seq } => write!(f, "the board of event {seq} is not the engine's"),
            Self::Ending { seq } => write!(f, "event {seq} ends the game otherwise than the engine"),
        }
    }
}

impl std::error::Error for Fault {}
