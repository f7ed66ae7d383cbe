//! What the search finds, as types on the wire.

use ikibuguzo_bot::{Mark, RankedTurn, TurnAnalysis};
use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{AnalysedTurn, CandidateTurn, Text, TurnMark};

/// A turn of a game.
pub(super) fn analysed_turn(turn: &TurnAnalysis) -> AnalysedTurn {
    AnalysedTurn {
        ply: turn.ply,
        seat: Text(turn.seat),
        actions: texts(&turn.played),
        forced: turn.is_forced,
        value: rounded(turn.value),
        loss: rounded(turn.loss),
        mark: turn.mark.map(turn_mark),
        best: turn.best_line.iter().map(|actions| texts(actions)).collect(),
    }
}

/// A turn that could be played.
pub(super) fn candidate_turn(turn: &RankedTurn) -> CandidateTurn {
    let line = turn.line.iter().map(|actions| texts(actions)).collect();
    CandidateTurn { value: rounded(turn.value), line }
}

/// A number with four decimals: more would only make the answer longer.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn turn_mark(mark: Mark) -> TurnMark {
    match mark {
        Mark::Inaccuracy => TurnMark::Inaccuracy,
        Mark::Mistake => TurnMark::Mistake,
        Mark::Blunder => TurnMark::Blunder,
    }
}

fn texts(actions: &[Action]) -> Vec<Text<Action>> {
    actions.iter().copied().map(Text).collect()
}
