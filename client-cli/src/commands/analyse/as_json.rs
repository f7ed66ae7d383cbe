//! The JSON object of an analysis.

use ikibuguzo_bot::{Mark, TurnAnalysis, VERSION, accuracy};
use ikibuguzo_engine::Action;
use serde_json::{Value, json};

use crate::record_file::NumberedRecord;

/// The object of a game. docs/BOTS.md describes its fields.
pub fn analysis_json(record: &NumberedRecord, turns: &[TurnAnalysis], nodes: u64) -> Value {
    let accuracy = accuracy(turns).map(|accuracy| accuracy.map(rounded));
    json!({
        "record": record.number,
        "game": record.parsed.record.tag("Game"),
        "version": VERSION,
        "nodes": nodes,
        "turns": turns.iter().map(turn_json).collect::<Vec<_>>(),
        "result": record.parsed.record.result.to_string(),
        "accuracy": { "south": accuracy.south, "north": accuracy.north },
    })
}

fn turn_json(turn: &TurnAnalysis) -> Value {
    json!({
        "ply": turn.ply,
        "seat": turn.seat.as_str(),
        "actions": texts(&turn.played),
        "forced": turn.is_forced,
        "value": rounded(turn.value),
        "loss": rounded(turn.loss),
        "mark": turn.mark.map(Mark::as_str),
        "best": turn.best_line.iter().map(|actions| texts(actions)).collect::<Vec<_>>(),
    })
}

fn texts(actions: &[Action]) -> Vec<&'static str> {
    actions.iter().map(|action| action.as_str()).collect()
}

/// A number with four decimals: more would only make the text longer.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}
