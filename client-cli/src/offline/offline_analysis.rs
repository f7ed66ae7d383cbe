//! The analysis of a game without a server.

use anyhow::Result;
use ikibuguzo_bot::{Budget, GameAnalysis, Mark, RecordedGame, TurnAnalysis, VERSION, accuracy};
use ikibuguzo_engine::{Action, Record};
use ikibuguzo_protocol::{AnalysedTurn, Analysis, GameId, Text, TurnMark};

/// The budget of one search: actions played in it. A game then takes a few seconds.
const NODES: u64 = 20_000;

/// Analyses a game turn by turn, until `send` returns false.
///
/// # Errors
///
/// If the record is wrong, or the game has no turn.
pub fn analyse(game: GameId, record: &Record, mut send: impl FnMut(Analysis) -> bool) -> Result<()> {
    let recorded = RecordedGame::from_record(record)?;
    let (count, mut turns) = (recorded.turns().len(), Vec::new());
    for turn in GameAnalysis::new(&recorded, Budget::of_nodes(NODES)) {
        turns.push(turn);
        if !send(analysis(game, count, &turns)) {
            return Ok(());
        }
    }
    if count == 0 {
        anyhow::bail!("the game has no turn");
    }
    Ok(())
}

fn analysis(game: GameId, count: usize, turns: &[TurnAnalysis]) -> Analysis {
    Analysis {
        game,
        version: VERSION,
        nodes: NODES,
        done: turns.len() == count,
        turn_count: u32::try_from(count).unwrap_or(u32::MAX),
        turns: turns.iter().map(analysed_turn).collect(),
        accuracy: accuracy(turns).into(),
    }
}

fn analysed_turn(turn: &TurnAnalysis) -> AnalysedTurn {
    let texts = |actions: &Vec<Action>| actions.iter().copied().map(Text).collect::<Vec<_>>();
    AnalysedTurn {
        ply: turn.ply,
        seat: Text(turn.seat),
        actions: texts(&turn.played),
        forced: turn.is_forced,
        value: turn.value,
        loss: turn.loss,
        mark: turn.mark.map(turn_mark),
        best: turn.best_line.iter().map(texts).collect(),
    }
}

fn turn_mark(mark: Mark) -> TurnMark {
    match mark {
        Mark::Inaccuracy => TurnMark::Inaccuracy,
        Mark::Mistake => TurnMark::Mistake,
        Mark::Blunder => TurnMark::Blunder,
    }
}
