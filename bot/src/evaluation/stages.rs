//! The stages of a game, each with weights of its own.

use ikibuguzo_engine::{Position, Seat};

/// The stages of a game: numbers of counters on the board for which weights are fitted, in order, from 0 on. For numbers
/// between two of them, weights are interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages(&'static [u16]);

impl Stages {
    /// One stage: the same weights for any number of counters.
    pub(super) const ONE: Stages = Stages(&[0]);

    /// The stages of Njombwa. It begins with 64 counters, and captured counters leave the board.
    pub(super) const NJOMBWA: Stages = Stages(&[0, 16, 32, 64]);

    /// The number of stages, at least one.
    pub fn count(self) -> usize {
        self.0.len()
    }

    /// The number of counters of the last stage.
    pub(super) fn last(self) -> u16 {
        self.0[self.0.len() - 1]
    }

    /// The share of each stage in the weights for this many counters. The stages below and above share them; the others
    /// have 0.
    pub fn shares(self, counters: u16) -> Vec<f32> {
        let Stages(stages) = self;
        let mut shares = vec![0.0; stages.len()];
        let above = stages.partition_point(|&stage| stage <= counters);
        let below = above - 1;
        shares[below] = 1.0;
        if let Some(&stage) = stages.get(above) {
            shares[above] = f32::from(counters - stages[below]) / f32::from(stage - stages[below]);
            shares[below] -= shares[above];
        }
        shares
    }
}

/// The number of counters in all holes.
pub fn counters_on_board(position: &Position) -> u16 {
    let holes = Seat::ALL.into_iter().flat_map(|seat| position.holes(seat));
    holes.map(|&counters| u16::from(counters)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stages_around_a_number_of_counters_share_it() {
        let shares = |counters| Stages::NJOMBWA.shares(counters);
        assert_eq!(shares(0), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(shares(4), [0.75, 0.25, 0.0, 0.0]);
        assert_eq!(shares(16), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(shares(40), [0.0, 0.0, 0.75, 0.25]);
        assert_eq!(shares(64), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn the_last_stage_has_all_larger_numbers_of_counters() {
        assert_eq!(Stages::NJOMBWA.shares(200), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(Stages::ONE.shares(360), [1.0]);
    }
}
