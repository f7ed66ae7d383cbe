//! Files with game records.

use std::fs::File;
use std::io::{self, BufRead, BufReader, stdin};
use std::path::Path;

use anyhow::{Context, Result};
use flate2::bufread::MultiGzDecoder;
use ikibuguzo_engine::{ParseRecordError, ParsedRecord, RecordStream, ReplayError};

use crate::terminal::sanitize::sanitize;

/// The first two bytes of a gzip file (RFC 1952, 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Bytes that are read at a time.
const PIECE_BYTES: usize = 64 << 10;

/// The records of a file; one at a time is in memory. If the text cannot be parsed, the rest of it counts as one wrong
/// record.
pub struct RecordFile {
    name: String,
    text: Box<dyn BufRead>,
    stream: RecordStream,
    count: usize,
    is_over: bool,
}

/// A record with its number in its file.
#[derive(Debug)]
pub struct NumberedRecord {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The record.
    pub parsed: ParsedRecord,
}

impl RecordFile {
    /// Opens a file, which may be compressed with gzip; `-` is standard input.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn open(file: &Path) -> Result<Self> {
        let name = file.display().to_string();
        let text = open_text(file).with_context(|| cannot_read(&name))?;
        Ok(Self { name, text, stream: RecordStream::default(), count: 0, is_over: false })
    }

    /// The next record, or the fault of its text: one line for the user. None at the end of the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn next_record(&mut self) -> Result<Option<Result<NumberedRecord, String>>> {
        let next = self.read_record().with_context(|| cannot_read(&self.name))?;
        Ok(next.map(|result| result.map_err(|error| self.line(&error.to_string()))))
    }

    /// One line for the user about a fault of a record.
    pub fn fault(&self, record: &NumberedRecord, fault: &ReplayError) -> String {
        let parsed = &record.parsed;
        let location = match fault {
            ReplayError::Turn { index, .. } => parsed.turns.get(*index).copied().unwrap_or(parsed.place),
            ReplayError::Tag { .. } | ReplayError::Result { .. } => parsed.place,
        };
        self.line(&format!("{location}: game {}, {fault}", record.number))
    }

    /// The line about a record that differs from the log of its game.
    pub fn log_fault(&self, record: &NumberedRecord, fault: &str) -> String {
        self.line(&format!("{}: game {}, {fault}", record.parsed.place, record.number))
    }

    fn line(&self, fault: &str) -> String {
        format!("{}: {}", self.name, sanitize(fault))
    }

    fn read_record(&mut self) -> io::Result<Option<Result<NumberedRecord, ParseRecordError>>> {
        while !self.is_over {
            match self.stream.next_record() {
                Ok(Some(parsed)) => {
                    self.count += 1;
                    return Ok(Some(Ok(NumberedRecord { number: self.count, parsed })));
                }
                Ok(None) => {}
                Err(error) => return Ok(Some(self.stop(error))),
            }
            let piece = self.text.fill_buf()?;
            if piece.is_empty() && self.stream.is_finished() {
                return Ok(None);
            }
            let pushed = if piece.is_empty() { self.stream.finish() } else { self.stream.push(piece) };
            let length = piece.len();
            self.text.consume(length);
            if let Err(error) = pushed {
                return Ok(Some(self.stop(error)));
            }
        }
        Ok(None)
    }

    fn stop(&mut self, error: ParseRecordError) -> Result<NumberedRecord, ParseRecordError> {
        self.is_over = true;
        Err(error)
    }
}

fn open_text(file: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut plain: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::with_capacity(PIECE_BYTES, stdin()))
    } else {
        Box::new(BufReader::with_capacity(PIECE_BYTES, File::open(file)?))
    };
    if plain.fill_buf()?.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(BufReader::with_capacity(PIECE_BYTES, MultiGzDecoder::new(plain))));
    }
    Ok(plain)
}

fn cannot_read(name: &str) -> String {
    format!("cannot read {name}")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// The result of replaying each record of a file.
    fn check_records(text: impl AsRef<[u8]>) -> Vec<Result<(), String>> {
        let text: Box<dyn BufRead> = Box::new(io::Cursor::new(text.as_ref().to_vec()));
        let stream = RecordStream::default();
        let mut file = RecordFile { name: "games".to_owned(), text, stream, count: 0, is_over: false };
        let mut results = Vec::new();
        while let Some(next) = file.next_record().expect("readable") {
            let replay = |record: NumberedRecord| {
                record.parsed.record.replay().map_err(|fault| file.fault(&record, &fault))
            };
            results.push(next.and_then(replay).map(drop));
        }
        results
    }

    #[test]
    fn a_compressed_file_is_read_as_its_text() {
        let folder = tempfile::tempdir().expect("a folder");
        let plain = folder.path().join("games.txt");
        let packed = folder.path().join("games.txt.gz");
        let text = "[Rules \"kubuguza\"]\n\n1. O o south\n";
        fs::write(&plain, text).expect("written");
        // Two compressed files one after the other are one.
        let mut bytes = Vec::new();
        for part in [&text[..7], &text[7..]] {
            let mut encoder = GzEncoder::new(&mut bytes, Compression::fast());
            encoder.write_all(part.as_bytes()).expect("compressed");
            encoder.finish().expect("written");
        }
        fs::write(&packed, bytes).expect("written");
        for file in [&plain, &packed] {
            assert_eq!(io::read_to_string(open_text(file).expect("a file")).expect("readable"), text);
        }
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_bad_bytes_have_a_location() {
        assert_eq!(check_records("\u{feff}[Rules \"kubuguza\"]\n\n1. O o south\n"), [Ok(())]);
        let text = [b"[Rules \"kubuguza\"]\n?\n\n".as_slice(), b"[R\xff"].concat();
        assert_eq!(check_records(text), [Err("games: line 4, column 3: the text is not UTF-8".to_owned())]);
        let doubled = "[Rules \"kubuguza\"]\n[Rules \"azigo\"]\n?\n";
        let error = "games: line 2, column 1: the record has this tag already".to_owned();
        assert_eq!(check_records(doubled), [Err(error)]);
    }

    #[test]
    fn a_wrong_turn_is_reported_with_its_location() {
        let good = "[Rules \"kubuguza\"]\n\n1. O n\n2. L ?\n";
        let wrong = "[Rules \"kubuguza\"]\n\n1. O n {!} 2. L<\n?\n";
        let results = check_records(format!("{good}\n{wrong}"));
        let fault = "games: line 8, column 15: game 2, turn 3: L<: only A, H, J and O can be sown clockwise";
        assert_eq!(results, [Ok(()), Err(fault.to_owned())]);
    }

    #[test]
    fn an_invalid_record_is_reported_with_its_location() {
        let results = check_records("[Rules \"kubuguza\"]\n\n2. O\n");
        let [Err(error)] = &results[..] else { panic!("{results:?}") };
        assert!(error.starts_with("games: line 3, column 2: the next number is missing"), "{error}");
    }
}
