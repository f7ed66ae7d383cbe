//! `verify`: records played again, without a server.

use std::fs;
use std::io::{Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ikibuguzo_engine::{ParsedRecord, Record, RecordFault};

use crate::exit::Exit;
use crate::terminal::sanitize::sanitize;

/// Plays every record of every file, prints what is wrong with which turn, and counts.
///
/// # Errors
///
/// Where a file cannot be read at all.
pub fn verify(files: &[PathBuf]) -> Result<Exit> {
    let (mut good, mut wrong) = (0, 0);
    let mut out = stdout().lock();
    for file in files {
        let text = text_of(file).with_context(|| format!("cannot read {}", file.display()))?;
        for verdict in verdicts(&text) {
            match verdict {
                Ok(()) => good += 1,
                Err(fault) => {
                    wrong += 1;
                    writeln!(out, "{}: {}", file.display(), sanitize(&fault))?;
                }
            }
        }
    }
    writeln!(out, "{good} good, {wrong} wrong")?;
    Ok(if wrong == 0 { Exit::Done } else { Exit::WrongRecord })
}

fn text_of(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    Ok(fs::read_to_string(file)?)
}

/// What is wrong with each record of a text; a text that cannot be read is one wrong record.
fn verdicts(text: &str) -> Vec<Result<(), String>> {
    match Record::read_all(text) {
        Ok(records) => (1..).zip(&records).map(|(number, read)| verdict(number, read)).collect(),
        Err(error) => vec![Err(error.to_string())],
    }
}

fn verdict(number: usize, read: &ParsedRecord) -> Result<(), String> {
    let Err(fault) = read.record.replay() else { return Ok(()) };
    let place = match fault {
        RecordFault::Turn { index, .. } => read.turns.get(index).copied().unwrap_or(read.place),
        RecordFault::Tag { .. } | RecordFault::Result { .. } => read.place,
    };
    Err(format!("{place}: game {number}, {fault}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wrong_turn_is_named_with_its_place() {
        let good = "[Rules \"kubuguza\"]\n\n1. O n\n2. L ?\n";
        let wrong = "[Rules \"kubuguza\"]\n\n1. O n {!} 2. L<\n?\n";
        let verdicts = verdicts(&format!("{good}\n{wrong}"));
        let fault = "line 8, column 15: game 2, turn 3: L<: only A, H, J and O can be sown clockwise";
        assert_eq!(verdicts, [Ok(()), Err(fault.to_owned())]);
    }

    #[test]
    fn a_text_that_is_no_record_is_told_with_its_place() {
        let verdicts = verdicts("[Rules \"kubuguza\"]\n\n2. O\n");
        let [Err(error)] = &verdicts[..] else { panic!("{verdicts:?}") };
        assert!(error.starts_with("line 3, column 2: the next number is missing"), "{error}");
    }
}
