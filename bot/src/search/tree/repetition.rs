//! Repetition in the tree.

use ikibuguzo_engine::{Outcome, Position, Seat};

use super::Tree;
use crate::Value;

impl Tree<'_> {
    /// The outcome of a repetition, if the position stood before at the start of a turn: in the tree, or twice in the game.
    pub(super) fn repetition(&self, position: &Position, key: u64) -> Option<Outcome> {
        // Only every second position has the same seat to move.
        let in_tree = || self.path.iter().rev().skip(1).step_by(2).any(|earlier| *earlier == key);
        let is_repeated = self.settings.repetition && (in_tree() || self.ending.binary_search(&key).is_ok());
        is_repeated.then(|| position.outcome_if_repeated())
    }
}

/// The value of a repetition for a seat. It is not the end yet, so a win counts as no more than an estimate.
pub(super) fn repetition_value(outcome: Outcome, seat: Seat) -> i32 {
    Value::of_outcome(outcome, seat, 0).0.clamp(-Value::MAX_ESTIMATE, Value::MAX_ESTIMATE)
}

/// The keys that occur twice or more, sorted.
pub(super) fn repeated(past: &[u64]) -> Vec<u64> {
    let mut keys = past.to_vec();
    keys.sort_unstable();
    let mut ending: Vec<_> = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    ending.dedup();
    ending
}
