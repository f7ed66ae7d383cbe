//! `endgame-table`: computes an endgame table and writes it to a file.

use std::fs::{self, File};
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use anyhow::{Context, Result, bail};
use ikibuguzo_bot::EndgameTable;
use ikibuguzo_engine::Ruleset;

use crate::exit::Exit;
use crate::terminal::output::write_message;

/// Computes the table of a board for up to this many counters. The file exists only when it is complete.
///
/// # Errors
///
/// If the game is not Njombwa, or if the file cannot be written.
pub fn run(rules: Ruleset, counters: u8, path: &Path) -> Result<Exit> {
    let report = &mut |done| {
        write_message(format_args!("positions with {done} of {counters} counters are done"));
    };
    let Some(table) = EndgameTable::build(rules, counters, report) else {
        bail!("there are endgame tables of njombwa:8, njombwa:9 and njombwa:10, and not of {rules}");
    };
    write(&table, path).with_context(|| format!("cannot write {}", path.display()))?;
    let positions = table.positions();
    writeln!(stdout(), "{}: {positions} positions of {rules}, one byte each", path.display())?;
    Ok(Exit::Done)
}

fn write(table: &EndgameTable, path: &Path) -> Result<()> {
    let unfinished = path.with_added_extension("part");
    let file = File::create(&unfinished)?;
    table.write_to(BufWriter::new(&file))?;
    file.sync_all()?;
    Ok(fs::rename(&unfinished, path)?)
}
