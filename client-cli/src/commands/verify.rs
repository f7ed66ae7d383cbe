//! `verify`: replays game records without a server.

use std::fs;
use std::io::{self, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use ikibuguzo_engine::{ParsedRecord, Record, ReplayError};

use crate::exit::Exit;
use crate::terminal::sanitize::sanitize;

/// Replays every record of every file, and prints each fault and the counts of good and wrong records.
///
/// # Errors
///
/// If a file cannot be read.
pub fn run(files: &[PathBuf]) -> Result<Exit> {
    let (mut good_count, mut wrong_count) = (0, 0);
    let mut out = stdout().lock();
    for file in files {
        let text = read_text(file).with_context(|| format!("cannot read {}", file.display()))?;
        for result in check_records(&text) {
            match result {
                Ok(()) => good_count += 1,
                Err(fault) => {
                    wrong_count += 1;
                    writeln!(out, "{}: {}", file.display(), sanitize(&fault))?;
                }
            }
        }
    }
    writeln!(out, "{good_count} good, {wrong_count} wrong")?;
    Ok(if wrong_count == 0 { Exit::Done } else { Exit::WrongRecord })
}

/// The first two bytes of a gzip file (RFC 1952, 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The text of a file, which may be compressed with gzip; `-` is standard input.
fn read_text(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(file)?;
    }
    if bytes.starts_with(&GZIP_MAGIC) {
        return Ok(io::read_to_string(GzDecoder::new(bytes.as_slice()))?);
    }
    Ok(String::from_utf8(bytes)?)
}

/// The result for each record of a text. A text that cannot be parsed counts as one wrong record.
fn check_records(text: &str) -> Vec<Result<(), String>> {
    match Record::read_all(text) {
        Ok(records) => (1..).zip(&records).map(|(number, parsed)| check_record(number, parsed)).collect(),
        Err(error) => vec![Err(error.to_string())],
    }
}

fn check_record(number: usize, parsed: &ParsedRecord) -> Result<(), String> {
    let Err(fault) = parsed.record.replay() else { return Ok(()) };
    let place = match fault {
        ReplayError::Turn { index, .. } => parsed.turns.get(index).copied().unwrap_or(parsed.place),
        ReplayError::Tag { .. } | ReplayError::Result { .. } => parsed.place,
    };
    Err(format!("{place}: game {number}, {fault}"))
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn a_compressed_file_is_read_as_its_text() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, packed) = (folder.path().join("games.txt"), folder.path().join("games.txt.gz"));
        let text = "[Rules \"kubuguza\"]\n\n1. O o south\n";
        fs::write(&plain, text).expect("written");
        let file = fs::File::create(&packed).expect("a file");
        let mut encoder = GzEncoder::new(file, Compression::fast());
        encoder.write_all(text.as_bytes()).expect("compressed");
        encoder.finish().expect("written");
        assert_eq!(read_text(&plain).expect("readable"), text);
        assert_eq!(read_text(&packed).expect("readable"), text);
        fs::write(&plain, [0xff, 0xfe]).expect("written");
        assert!(read_text(&plain).is_err(), "not UTF-8");
    }

    #[test]
    fn a_wrong_turn_is_reported_with_its_place() {
        let good = "[Rules \"kubuguza\"]\n\n1. O n\n2. L ?\n";
        let wrong = "[Rules \"kubuguza\"]\n\n1. O n {!} 2. L<\n?\n";
        let results = check_records(&format!("{good}\n{wrong}"));
        let fault = "line 8, column 15: game 2, turn 3: L<: only A, H, J and O can be sown clockwise";
        assert_eq!(results, [Ok(()), Err(fault.to_owned())]);
    }

    #[test]
    fn an_invalid_record_is_reported_with_its_place() {
        let results = check_records("[Rules \"kubuguza\"]\n\n2. O\n");
        let [Err(error)] = &results[..] else { panic!("{results:?}") };
        assert!(error.starts_with("line 3, column 2: the next number is missing"), "{error}");
    }
}
