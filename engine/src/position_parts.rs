//! The fields of a position, for its text form and for the rules of repetition.

use crate::board::Board;
use crate::ruleset::GameState;
use crate::{Outcome, Ruleset, Seat};

/// The fields of a position, without those that are derived from them.
#[derive(Clone, Copy)]
pub(crate) struct PositionParts {
    pub(crate) ruleset: Ruleset,
    pub(crate) board: Board,
    pub(crate) seat: Seat,
    pub(crate) state: GameState,
    pub(crate) quiet: u8,
    pub(crate) turns: u32,
    pub(crate) outcome: Option<Outcome>,
}

/// The fields that make two positions at the start of a turn the same (docs/rules/README.md, Repetition).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    pub(crate) board: Board,
    pub(crate) seat: Seat,
    pub(crate) state: GameState,
}
