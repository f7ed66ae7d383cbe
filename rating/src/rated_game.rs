use ikibuguzo_engine::{BySeat, Seat};

use crate::Pool;

/// A finished rated game, with players known by keys of type `P`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame<P> {
    /// The rating that it changes.
    pub pool: Pool,
    /// The players; South began.
    pub players: BySeat<P>,
    /// The winner; none for a draw.
    pub winner: Option<Seat>,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended_at: u64,
}

impl<P> RatedGame<P> {
    /// The points of a seat: 1, 0.5 or 0.
    pub fn score(&self, seat: Seat) -> f64 {
        self.winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 })
    }
}

impl<P: Clone + Ord> RatedGame<P> {
    /// The two players, the one with the lesser key first.
    pub fn pair(&self) -> [P; 2] {
        let mut pair = [self.players.south.clone(), self.players.north.clone()];
        pair.sort();
        pair
    }
}
