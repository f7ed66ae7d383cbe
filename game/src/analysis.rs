//! The analyses of games and positions, as clients receive them.

use ikibuguzo_bot::{Mark, RankedTurn, TurnAnalysis, VERSION, accuracy};
use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{AnalysedTurn, Analysis, CandidateTurn, GameId, Seats, Text, TurnMark};

/// The analysis of the first turns of a game; it is done if these are all. `nodes`: the budget of one search.
/// `turn_count`: number of turns of the whole game.
pub fn analysis_of(game: GameId, nodes: u64, turn_count: usize, turns: &[TurnAnalysis]) -> Analysis {
    Analysis {
        game,
        version: VERSION,
        nodes,
        done: turns.len() == turn_count,
        turn_count: u32::try_from(turn_count).unwrap_or(u32::MAX),
        turns: turns.iter().map(analysed_turn).collect(),
        accuracy: accuracy_of(turns),
    }
}

/// The analysis of a turn, with numbers of four decimals.
pub fn analysed_turn(turn: &TurnAnalysis) -> AnalysedTurn {
    AnalysedTurn {
        ply: turn.ply,
        seat: Text(turn.seat),
        actions: texts(&turn.played),
        forced: turn.is_forced,
        value: rounded(turn.value),
        loss: rounded(turn.loss),
        mark: turn.mark.map(turn_mark),
        best: line_texts(&turn.best_line),
    }
}

/// The accuracy of each player in percent, with four decimals; none for a player without a choice.
pub fn accuracy_of(turns: &[TurnAnalysis]) -> Seats<Option<f64>> {
    accuracy(turns).map(|percent| percent.map(rounded)).into()
}

/// A turn that could be played, with a value of four decimals.
pub fn candidate_turn(turn: &RankedTurn) -> CandidateTurn {
    CandidateTurn { value: rounded(turn.value), line: line_texts(&turn.line) }
}

/// A number with four decimals: more would only make the text longer.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn turn_mark(mark: Mark) -> TurnMark {
    match mark {
        Mark::Inaccuracy => TurnMark::Inaccuracy,
        Mark::Mistake => TurnMark::Mistake,
        Mark::Blunder => TurnMark::Blunder,
    }
}

fn line_texts(line: &[Vec<Action>]) -> Vec<Vec<Text<Action>>> {
    line.iter().map(|actions| texts(actions)).collect()
}

fn texts(actions: &[Action]) -> Vec<Text<Action>> {
    actions.iter().copied().map(Text).collect()
}
