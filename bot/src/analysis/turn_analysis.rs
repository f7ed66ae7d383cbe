//! The analysis of one turn, its mark, and the accuracy of a seat over its turns.

use std::fmt;

use ikibuguzo_engine::{Action, BySeat, Seat};

/// The analysis of one turn of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnAnalysis {
    /// The index of the turn, from 0.
    pub index: usize,
    /// Number of actions before the turn.
    pub ply: u32,
    /// The seat that played it.
    pub seat: Seat,
    /// The actions of the turn.
    pub played: Vec<Action>,
    /// Whether the seat had no choice.
    pub is_forced: bool,
    /// The probability that the seat would win, before the turn: 0 to 1, where a draw counts one half.
    pub value: f64,
    /// The win probability that the turn lost, from 0 to 1; 0 for the best turn.
    pub loss: f64,
    /// The mark of the turn, if it was bad.
    pub mark: Option<Mark>,
    /// The best turn, and the turns of both seats that would follow it. It is never empty.
    pub best_line: Vec<Vec<Action>>,
}

/// The mark of a bad turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The turn lost 5 percentage points of win probability or more.
    Inaccuracy,
    /// The turn lost 10 percentage points or more.
    Mistake,
    /// The turn lost 15 percentage points or more, or missed a win in one.
    Blunder,
}

impl Mark {
    /// The mark of a turn that lost this much win probability (0 to 1), if it deserves one.
    pub fn of_loss(loss: f64) -> Option<Mark> {
        let reached = |&(least, _): &(f64, Mark)| loss >= least;
        let min_losses = [(0.15, Mark::Blunder), (0.10, Mark::Mistake), (0.05, Mark::Inaccuracy)];
        min_losses.into_iter().find(reached).map(|(_, mark)| mark)
    }

    /// `inaccuracy`, `mistake` or `blunder`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The accuracy of each seat in percent: the mean of the accuracies of its turns. Forced turns do not count; a seat
/// without other turns has none.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_follows_from_the_loss() {
        let marks = [0.0, 0.049, 0.05, 0.1, 0.149, 0.15, 1.0].map(Mark::of_loss);
        let inaccuracy = Some(Mark::Inaccuracy);
        let mistake = Some(Mark::Mistake);
        let blunder = Some(Mark::Blunder);
        assert_eq!(marks, [None, None, inaccuracy, mistake, mistake, blunder, blunder]);
    }
}
