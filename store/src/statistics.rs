//! Statistics: counted when games end, and read for players and for all games.

mod count;
mod scores;
mod totals;

pub(crate) use count::count_games;

/// A sum that both databases return as a `bigint`.
fn sum(column: &str) -> String {
    format!("cast(sum({column}) as bigint)")
}
