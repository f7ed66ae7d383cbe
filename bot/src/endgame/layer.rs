//! The positions with one number of counters.

use ikibuguzo_engine::{Position, Seat};

use super::EndgameValue;
use super::ranking::Ranking;

/// The values of all positions with one number of counters.
#[derive(Debug)]
pub(super) struct Layer {
    counters: usize,
    ranking: Ranking,
    /// Number of turns until the end for each position, 0 for a draw. An odd one is a win of the seat to move.
    values: Vec<u8>,
}

impl Layer {
    /// A layer with these values; none if their number is wrong.
    pub(super) fn new(holes: usize, counters: usize, values: Vec<u8>) -> Option<Layer> {
        let ranking = Ranking::new(holes, counters);
        (values.len() == ranking.count(counters)).then_some(Layer { counters, ranking, values })
    }

    /// Number of positions of a layer.
    pub(super) fn len(holes: usize, counters: usize) -> usize {
        Ranking::new(holes, counters).count(counters)
    }

    /// The values, in the order of the ranks.
    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// The value of a position with this number of counters; none if the game is over.
    pub(super) fn value_of(&self, position: &Position) -> Option<EndgameValue> {
        let rank = rank_of(&self.ranking, position, position.to_move()?, self.counters);
        // Who makes the last turn wins: the seat to move if their number is odd.
        self.values.get(rank).map(|turns| match *turns {
            0 => EndgameValue::Draw,
            odd if odd % 2 == 1 => EndgameValue::Win(odd),
            even => EndgameValue::Loss(even),
        })
    }
}

/// The rank of a position: the holes of the seat to move come first.
pub(super) fn rank_of(ranking: &Ranking, position: &Position, to_move: Seat, counters: usize) -> usize {
    let holes = position.holes(to_move).iter().chain(position.holes(!to_move));
    ranking.rank(holes.copied(), counters)
}
