//! What the analysis says of one turn.

use ikibuguzo_engine::{Action, Seat};

use super::mark::Mark;

/// What the analysis says of one turn of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnAnalysis {
    /// The index of the turn, from 0.
    pub index: usize,
    /// Number of actions before the turn.
    pub ply: u32,
    /// The seat that played it.
    pub seat: Seat,
    /// The actions of the turn.
    pub played: Vec<Action>,
    /// Whether the seat had no choice.
    pub is_forced: bool,
    /// The probability that the seat would win, before the turn: 0 to 1, where a draw counts one half.
    pub value: f64,
    /// The win probability that the turn lost, from 0 to 1; 0 for the best turn.
    pub loss: f64,
    /// How bad the turn was, if it was bad.
    pub mark: Option<Mark>,
    /// The best turn, and the turns of both seats that would follow it. It is never empty.
    pub best_line: Vec<Vec<Action>>,
}
