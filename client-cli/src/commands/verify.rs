//! `verify`: replays game records without a server.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::bufread::MultiGzDecoder;
use ikibuguzo_engine::{ParseRecordError, ParsedRecord, RecordStream, ReplayError};

use crate::exit::Exit;
use crate::terminal::sanitize::sanitize;

/// The first two bytes of a gzip file (RFC 1952, 2.3.1).
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Bytes that are read at a time.
const PIECE_BYTES: usize = 64 << 10;

/// Replays every record of every file, and prints each fault and the counts of good and wrong records. One record is in
/// memory at a time.
///
/// # Errors
///
/// If a file cannot be read.
pub fn run(files: &[PathBuf]) -> Result<Exit> {
    let (mut good_count, mut wrong_count) = (0, 0);
    let mut out = stdout().lock();
    for file in files {
        let cannot_read = || format!("cannot read {}", file.display());
        let mut records = Records::new(open(file).with_context(cannot_read)?);
        while let Some(result) = records.next_result().with_context(cannot_read)? {
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

/// The text of a file, which may be compressed with gzip; `-` is standard input.
fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut plain: Box<dyn BufRead> = match file == Path::new("-") {
        true => Box::new(BufReader::with_capacity(PIECE_BYTES, stdin())),
        false => Box::new(BufReader::with_capacity(PIECE_BYTES, File::open(file)?)),
    };
    if plain.fill_buf()?.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(BufReader::with_capacity(PIECE_BYTES, MultiGzDecoder::new(plain))));
    }
    Ok(plain)
}

/// The records of a file. Where the text cannot be parsed, the rest counts as one wrong record.
struct Records {
    text: Box<dyn BufRead>,
    stream: RecordStream,
    count: usize,
    is_over: bool,
}

impl Records {
    fn new(text: Box<dyn BufRead>) -> Self {
        Self { text, stream: RecordStream::default(), count: 0, is_over: false }
    }

    /// The result for the next record; `None` at the end of the file.
    fn next_result(&mut self) -> io::Result<Option<Result<(), String>>> {
        while !self.is_over {
            match self.stream.next_record() {
                Ok(Some(parsed)) => {
                    self.count += 1;
                    return Ok(Some(check_record(self.count, &parsed)));
                }
                Ok(None) => {}
                Err(error) => return Ok(Some(self.stop(&error))),
            }
            let piece = self.text.fill_buf()?;
            let pushed = match piece.is_empty() {
                true if self.stream.is_finished() => return Ok(None),
                true => self.stream.finish(),
                false => self.stream.push(piece),
            };
            let length = piece.len();
            self.text.consume(length);
            if let Err(error) = pushed {
                return Ok(Some(self.stop(&error)));
            }
        }
        Ok(None)
    }

    fn stop(&mut self, error: &ParseRecordError) -> Result<(), String> {
        self.is_over = true;
        Err(error.to_string())
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
    use std::fs;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn check_records(text: impl AsRef<[u8]>) -> Vec<Result<(), String>> {
        let mut records = Records::new(Box::new(io::Cursor::new(text.as_ref().to_vec())));
        std::iter::from_fn(|| records.next_result().expect("readable")).collect()
    }

    #[test]
    fn a_compressed_file_is_read_as_its_text() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, packed) = (folder.path().join("games.txt"), folder.path().join("games.txt.gz"));
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
        for file in [plain, packed] {
            assert_eq!(io::read_to_string(open(&file).expect("a file")).expect("readable"), text);
        }
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_bad_bytes_have_a_place() {
        assert_eq!(check_records("\u{feff}[Rules \"kubuguza\"]\n\n1. O o south\n"), [Ok(())]);
        let text = [b"[Rules \"kubuguza\"]\n?\n\n".as_slice(), b"[R\xff"].concat();
        assert_eq!(check_records(text), [Err("line 4, column 3: the text is not UTF-8".to_owned())]);
        let doubled = "[Rules \"kubuguza\"]\n[Rules \"azigo\"]\n?\n";
        let error = "line 2, column 1: the record has this tag already".to_owned();
        assert_eq!(check_records(doubled), [Err(error)]);
    }

    #[test]
    fn a_wrong_turn_is_reported_with_its_place() {
        let good = "[Rules \"kubuguza\"]\n\n1. O n\n2. L ?\n";
        let wrong = "[Rules \"kubuguza\"]\n\n1. O n {!} 2. L<\n?\n";
        let results = check_records(format!("{good}\n{wrong}"));
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
