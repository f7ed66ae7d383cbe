//! The evaluation: a weighted sum of features of a position. `bot/examples/fit.rs` computes the weights.

mod features;
mod four_row;
mod azigo;
mod stages;
mod weights;
mod tuning;

use ikibuguzo_engine::{Position, Seat};

use crate::Value;
pub use features::Features;
pub(crate) use features::stored_counters;
pub use stages::{Stages, counters_on_board};
pub(crate) use tuning::Tuning;
pub use weights::Weights;

/// Estimates the value of a position at the start of a turn of `seat`.
pub fn evaluate(position: &Position, seat: Seat, weights: &Weights) -> Value {
    let row = weights.row_of(position);
    let mut sum = 0;
    weights.features().for_each(position, seat, |feature, amount| sum += i32::from(row[feature]) * amount);
    Value(sum.clamp(-Value::MAX_ESTIMATE, Value::MAX_ESTIMATE))
}

/// Number of sizes of a group of counters in a hole, each a feature.
const SIZES: usize = 8;

/// The feature of a hole that holds this many counters: 0, 1, 2, 3, 4, 5 to 6, 7 to 10, and more.
fn hole_feature(hole: usize, counters: u8) -> usize {
    const SIZE_OF: [u8; 16] = [0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7];
    hole * SIZES + usize::from(SIZE_OF[usize::from(counters.min(15))])
}
