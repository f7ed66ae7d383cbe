//! The accuracy of the players.

use ikibuguzo_engine::{BySeat, Seat};

use super::turn_analysis::TurnAnalysis;

/// The accuracy of each seat in percent: the mean of the accuracies of its turns. Forced turns do not count; a seat without
/// other turns has none.
pub fn accuracy(turns: &[TurnAnalysis]) -> BySeat<Option<f64>> {
    BySeat::from_fn(|seat| mean(turns.iter().filter(|turn| counts_for(turn, seat)).map(turn_accuracy)))
}

fn counts_for(turn: &TurnAnalysis, seat: Seat) -> bool {
    turn.seat == seat && !turn.is_forced
}

/// The accuracy of a turn in percent. The curve is the one that lichess publishes for chess
/// (<https://lichess.org/page/accuracy>): 100 without a loss, 64 for a loss of 10 percentage points, 9 for 50.
fn turn_accuracy(turn: &TurnAnalysis) -> f64 {
    let lost_points = 100.0 * turn.loss;
    (103.1668 * (-0.04354 * lost_points).exp() - 3.1669).clamp(0.0, 100.0)
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
