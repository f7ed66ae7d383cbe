//! Actions that were played in the tree.

use ikibuguzo_engine::{Action, ActionCounts, Position, Seat};

use crate::Value;

/// The score of a captured counter in the order of moves; also that of a turn that goes on.
const CAPTURE_SCORE: i32 = 1 << 16;

/// An action that was played in the tree.
pub(super) struct Move {
    pub(super) seat: Seat,
    pub(super) action: Action,
    pub(super) after: Position,
    pub(super) counts: ActionCounts,
    /// Whether the same seat goes on with its turn.
    pub(super) goes_on: bool,
    pub(super) score: i32,
}

impl Move {
    /// Sets the score: [`CAPTURE_SCORE`] for each captured counter and for a turn that goes on, plus the history score.
    pub(super) fn set_score(&mut self, history_score: i32) {
        let unfinished = if self.goes_on { CAPTURE_SCORE } else { 0 };
        self.score = i32::from(self.counts.captured) * CAPTURE_SCORE + unfinished + history_score;
    }

    /// The value of a move that ended the game, for the seat that made it.
    pub(super) fn end_value(&self, ply: i32) -> i32 {
        self.after.outcome().map_or(0, |outcome| Value::of_outcome(outcome, self.seat, ply).0)
    }
}

/// Moves the move with the highest score to the front.
pub(super) fn put_best_next(moves: &mut [Move]) {
    let best = (0..moves.len()).rev().max_by_key(|index| moves[*index].score);
    if let Some(best) = best {
        moves.swap(0, best);
    }
}
