//! The JSON object of an analysis.

use ikibuguzo_bot::{TurnAnalysis, VERSION};
use ikibuguzo_game::analysis::{accuracy_of, analysed_turn};
use serde_json::{Value, json};

use crate::record_file::NumberedRecord;

/// The object of a game. docs/BOTS.md describes its fields.
pub fn analysis_json(record: &NumberedRecord, turns: &[TurnAnalysis], nodes: u64) -> Value {
    json!({
        "record": record.number,
        "game": record.parsed.record.tag("Game"),
        "version": VERSION,
        "nodes": nodes,
        "turns": turns.iter().map(analysed_turn).collect::<Vec<_>>(),
        "result": record.parsed.record.result.to_string(),
        "accuracy": accuracy_of(turns),
    })
}
