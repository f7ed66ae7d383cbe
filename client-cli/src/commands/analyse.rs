//! `analyse`: analyses recorded games without a server.

mod as_text;

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Result;
use ikibuguzo_bot::{Budget, GameAnalysis, RecordedGame, TurnAnalysis, VERSION};
use ikibuguzo_game::analysis::{accuracy_of, analysed_turn};
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::record_file::{NumberedRecord, RecordFile};
use crate::terminal::output::report;
use as_text::{accuracy_text, heading, turn_line};

/// Analyses every record of a file with this many nodes a turn. Wrong records are reported on standard error.
///
/// # Errors
///
/// If the file cannot be read or has no record, or the output cannot be written.
pub fn run(path: &Path, nodes: u64, json: bool) -> Result<Exit> {
    let mut file = RecordFile::open(path)?;
    let mut exit = Exit::Done;
    let mut is_empty = true;
    while let Some(next) = file.next_record()? {
        is_empty = false;
        match next.and_then(|record| Ok((recorded_game(&file, &record)?, record))) {
            Ok((game, record)) if json => write_json(&game, &record, nodes)?,
            Ok((game, record)) => write_text(&game, &record, nodes)?,
            Err(fault) => {
                report(fault);
                exit = Exit::WrongRecord;
            }
        }
    }
    if is_empty {
        return Err(Failure::new(Exit::WrongRecord, "there is no record to analyse").into());
    }
    Ok(exit)
}

fn recorded_game(file: &RecordFile, record: &NumberedRecord) -> Result<RecordedGame, String> {
    RecordedGame::from_record(&record.parsed.record).map_err(|fault| file.fault(record, &fault))
}

/// Writes each turn as soon as it is analysed.
fn write_text(game: &RecordedGame, record: &NumberedRecord, nodes: u64) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "{}", heading(record))?;
    let mut turns = Vec::with_capacity(game.turns().len());
    for turn in GameAnalysis::new(game, Budget::of_nodes(nodes)) {
        writeln!(out, "{}", turn_line(&turn))?;
        out.flush()?;
        turns.push(turn);
    }
    Ok(writeln!(out, "Result: {}\n{}\n", record.parsed.record.result, accuracy_text(&turns))?)
}

fn write_json(game: &RecordedGame, record: &NumberedRecord, nodes: u64) -> Result<()> {
    let turns: Vec<TurnAnalysis> = GameAnalysis::new(game, Budget::of_nodes(nodes)).collect();
    Ok(writeln!(stdout(), "{}", analysis_json(record, &turns, nodes))?)
}

/// The JSON object of a game. docs/BOTS.md describes its fields.
fn analysis_json(record: &NumberedRecord, turns: &[TurnAnalysis], nodes: u64) -> Value {
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
