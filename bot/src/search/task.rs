//! The input of a search.

use ikibuguzo_engine::Position;

use crate::{Budget, Weights};

/// What to search.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The position.
    pub position: &'a Position,
    /// The keys of the positions at the start of each turn so far.
    pub past: &'a [u64],
    /// The weights of its evaluation.
    pub weights: &'a Weights,
    /// The work that the search may do.
    pub budget: Budget,
}

impl<'a> Task<'a> {
    /// A position without a past, with the weights of its game.
    pub fn new(position: &'a Position, budget: Budget) -> Self {
        Self { position, past: &[], weights: Weights::of(position.ruleset()), budget }
    }
}
