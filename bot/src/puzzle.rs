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
    /// The probability of the win after the best of all other turns.
    pub other_value: f64,
}

impl Puzzle {
    /// Smallest difference of win probability between the best turn and any other.
    pub const MARGIN: f64 = 0.2;

    /// Smallest number of legal actions of a puzzle.
    const MIN_ACTIONS: usize = 3;

    /// The puzzle of a position, as far as a search with this budget sees; `None` if no single turn is best.
    pub fn from_position(position: &Position, budget: Budget) -> Option<Puzzle> {
        if position.pending().is_some() || position.legal_actions().len() < Puzzle::MIN_ACTIONS {
            return None;
        }
        let (action, values) = clear_best_action(position, budget)?;
        let (value, other_value) = values?;
        let mut rest = *position;
        let mut turn = vec![action];
        rest.advance(action).ok()?;
        while rest.pending().is_some() {
            let (action, _) = clear_best_action(&rest, budget)?;
            turn.push(action);
            rest.advance(action).ok()?;
        }
        Some(Puzzle { position: *position, turn, value, other_value })
    }
}

/// The best action, and the win probabilities after it and after the best other one, if there is another one; `None` if
/// the difference is less than the margin.
fn clear_best_action(position: &Position, budget: Budget) -> Option<(Action, Option<(f64, f64)>)> {
    let ranked = rank_turns(position, 2, budget);
    let action = *ranked.first()?.line.first()?.first()?;
    let [best, other] = &ranked[..] else { return Some((action, None)) };
    let is_clear = best.value - other.value >= Puzzle::MARGIN;
    is_clear.then_some((action, Some((best.value, other.value))))
}
