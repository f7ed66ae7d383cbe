//! Puzzles: positions with one best turn.

use ikibuguzo_engine::{Action, Position};

use crate::{Budget, rank_turns};

/// A position in which one turn is better than all others by a wide margin.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position, at the start of a turn.
    pub position: Position,
    /// The best turn. Each of its actions is better than any other by the margin, unless it is the only one.
    pub turn: Vec<Action>,
    /// The probability that the seat to move wins after the best turn: 0 to 1.
    pub value: f64,
    /// The same after the best of all other turns.
    pub other_value: f64,
}

impl Puzzle {
    /// Smallest difference of win probability between the best turn and any other.
    pub const MARGIN: f64 = 0.2;

    /// Smallest number of legal actions of a puzzle.
    const LEAST_ACTIONS: usize = 3;

    /// The puzzle of a position, as far as a search with this budget sees; `None` if there is no one best turn.
    pub fn of(position: &Position, budget: Budget) -> Option<Puzzle> {
        if position.pending().is_some() || position.legal_actions().len() < Puzzle::LEAST_ACTIONS {
            return None;
        }
        let (mut rest, mut turn, mut values) = (*position, Vec::new(), Vec::new());
        loop {
            let ranked = rank_turns(&rest, 2, budget);
            let action = *ranked.first()?.line.first()?.first()?;
            if let [best, other] = &ranked[..] {
                if best.value - other.value < Puzzle::MARGIN {
                    return None;
                }
                values.push((best.value, other.value));
            }
            turn.push(action);
            rest.advance(action).ok()?;
            if rest.pending().is_none() {
                break;
            }
        }
        let (value, other_value) = *values.first()?;
        Some(Puzzle { position: *position, turn, value, other_value })
    }
}
