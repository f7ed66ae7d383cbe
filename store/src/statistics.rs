//! Statistics: counted when games end, and read for players and for all games.

mod count;
mod scores;
mod totals;

pub use count::OutcomeSums;
pub(crate) use count::{Sums, count_games};

/// A sum that both databases return as a `bigint`.
pub(crate) fn sum(column: &str) -> String {
    format!("cast(sum({column}) as bigint)")
}
