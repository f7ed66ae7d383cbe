//! The evaluation: a weighted sum of features of a position. `bot/examples/fit.rs` computes the weights.

mod four_row;
mod azigo;
mod weights;

use fastrand::Rng;
use ikibuguzo_engine::{Position, Ruleset, Seat};

use crate::Value;

/// The weights of the features of one game, in the unit of [`Value`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [i16; Weights::LEN]);

impl Weights {
    /// Number of features. A game may use fewer.
    pub const LEN: usize = 176;

    /// The weights of a game.
    pub fn of(ruleset: Ruleset) -> &'static Weights {
        match ruleset {
            Ruleset::Ikibuguzo { .. } => &weights::IKIBUGUZO,
            Ruleset::Kubuguza => &weights::KUBUGUZA,
            Ruleset::Njombwa { .. } => &weights::NJOMBWA,
            Ruleset::Azigo { .. } => &weights::AZIGO,
        }
    }

    /// These weights, each changed at random by up to `percent`, so that nearly equal actions are chosen by chance.
    pub fn varied(&self, percent: i16, rng: &mut Rng) -> Weights {
        let percent = i32::from(percent);
        Weights(self.0.map(|weight| weight + (i32::from(weight) * rng.i32(-percent..=percent) / 100) as i16))
    }

    /// Weights that count the counters alone, 100 for each.
    pub fn counters_alone(ruleset: Ruleset) -> Weights {
        let mut weights = [0; Weights::LEN];
        weights[if ruleset.has_stores() { azigo::COUNTERS } else { four_row::COUNTERS }] = 100;
        Weights(weights)
    }
}

/// Estimates the value of a position at the start of a turn of `seat`.
pub fn evaluate(position: &Position, seat: Seat, weights: &Weights) -> Value {
    let mut sum = 0;
    for_each_feature(position, seat, |feature, amount| sum += i32::from(weights.0[feature]) * amount);
    Value(sum.clamp(-Value::LARGEST_ESTIMATE, Value::LARGEST_ESTIMATE))
}

/// Calls `take` with the number and the amount of each feature of a position in which `seat` starts its turn. A number can
/// come more than once; then the amounts add up.
pub fn for_each_feature(position: &Position, seat: Seat, take: impl FnMut(usize, i32)) {
    if position.ruleset().has_stores() {
        azigo::for_each_feature_of(position, seat, take);
    } else {
        four_row::for_each_feature_of(position, seat, take);
    }
}

/// Number of sizes that are told apart in a hole.
const SIZES: usize = 8;

/// The feature of a hole that holds this many counters: 0, 1, 2, 3, 4, 5 to 6, 7 to 10, and more.
fn hole_feature(place: usize, counters: u8) -> usize {
    const SIZE_OF: [u8; 16] = [0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7];
    place * SIZES + usize::from(SIZE_OF[usize::from(counters.min(15))])
}
