//! Values of positions.

use ikibuguzo_engine::{Outcome, Seat};

/// The value of a position for the seat to move, in thousandths of a logit: at 0 both win equally often, at 1,000 the seat
/// wins 73 % of the games, at 2,000 88 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub i32);

impl Value {
    /// A draw.
    pub const DRAW: Value = Value(0);

    /// A game that is won. A win after `n` actions is worth `n` less.
    pub const WIN: Value = Value(30_000);

    /// Values from here on are wins that the search has seen to the end.
    pub(crate) const MIN_WIN: Value = Value(29_000);

    /// Largest value of a position whose end is not seen.
    pub(crate) const MAX_ESTIMATE: i32 = 20_000;

    /// Whether the search has seen the end of the game.
    pub fn is_decided(self) -> bool {
        self.0.abs() >= Value::MIN_WIN.0
    }

    /// The probability that the seat to move wins, from 0 to 1; a draw counts one half.
    pub fn win_probability(self) -> f64 {
        1.0 / (1.0 + (f64::from(-self.0) / 1000.0).exp())
    }

    /// The value of an outcome after `plies` actions, for `seat`.
    pub(crate) fn of_outcome(outcome: Outcome, seat: Seat, plies: i32) -> Value {
        match outcome.winner {
            None => Value::DRAW,
            Some(winner) if winner == seat => Value(Value::WIN.0 - plies),
            Some(_) => Value(plies - Value::WIN.0),
        }
    }
}

impl std::ops::Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}
