//! The analysis of a game without a server.

use anyhow::Result;
use ikibuguzo_bot::{Budget, GameAnalysis, RecordedGame};
use ikibuguzo_engine::Record;
use ikibuguzo_game::analysis::analysis_of;
use ikibuguzo_protocol::{Analysis, GameId};

/// The budget of one search: actions played in it. A game then takes a few seconds.
const NODES: u64 = 20_000;

/// Analyses a game turn by turn, until `send` returns false.
///
/// # Errors
///
/// If the record is wrong, or the game has no turn.
pub fn analyse(game: GameId, record: &Record, mut send: impl FnMut(Analysis) -> bool) -> Result<()> {
    let recorded = RecordedGame::from_record(record)?;
    let count = recorded.turns().len();
    let mut turns = Vec::new();
    for turn in GameAnalysis::new(&recorded, Budget::of_nodes(NODES)) {
        turns.push(turn);
        if !send(analysis_of(game, NODES, count, &turns)) {
            return Ok(());
        }
    }
    if count == 0 {
        anyhow::bail!("the game has no turn");
    }
    Ok(())
}
