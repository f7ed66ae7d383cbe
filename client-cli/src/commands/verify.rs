//! `verify`: replays game records without a server.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Result;

use crate::exit::Exit;
use crate::record_file::{NumberedRecord, RecordFile};

/// Replays every record of every file, and prints each fault and the counts of good and wrong records.
///
/// # Errors
///
/// If a file cannot be read.
pub fn run(paths: &[PathBuf]) -> Result<Exit> {
    let (mut good_count, mut wrong_count) = (0, 0);
    let mut out = stdout().lock();
    for path in paths {
        let mut file = RecordFile::open(path)?;
        while let Some(next) = file.next_record()? {
            match next.and_then(|record| check_record(&file, &record)) {
                Ok(()) => good_count += 1,
                Err(fault) => {
                    wrong_count += 1;
                    writeln!(out, "{fault}")?;
                }
            }
        }
    }
    writeln!(out, "{good_count} good, {wrong_count} wrong")?;
    Ok(if wrong_count == 0 { Exit::Done } else { Exit::WrongRecord })
}

fn check_record(file: &RecordFile, record: &NumberedRecord) -> Result<(), String> {
    record.parsed.record.replay().map(drop).map_err(|fault| file.fault(record, &fault))
}
