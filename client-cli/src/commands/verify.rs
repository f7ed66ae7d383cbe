//! `verify`: replays game records without a server.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;

use crate::exit::{Exit, Failure};
use crate::record_file::{NumberedRecord, RecordFile};

/// Replays every record of every file, and prints each fault and the counts of good and wrong records.
///
/// # Errors
///
/// If a file cannot be read, or no file has a record.
pub fn run(paths: &[PathBuf], json: bool) -> Result<Exit> {
    let (mut good_count, mut wrong_count) = (0, 0);
    for path in paths {
        let mut file = RecordFile::open(path)?;
        while let Some(next) = file.next_record()? {
            match next.and_then(|record| check_record(&file, &record)) {
                Ok(()) => good_count += 1,
                Err(fault) => {
                    wrong_count += 1;
                    write_fault(&fault, json)?;
                }
            }
        }
    }
    write_counts(good_count, wrong_count, json)?;
    match (good_count, wrong_count) {
        (0, 0) => Err(Failure::new(Exit::WrongRecord, "there is no record to verify").into()),
        (_, 0) => Ok(Exit::Done),
        _ => Ok(Exit::WrongRecord),
    }
}

fn check_record(file: &RecordFile, record: &NumberedRecord) -> Result<(), String> {
    record.parsed.record.replay().map(drop).map_err(|fault| file.fault(record, &fault))
}

fn write_fault(fault: &str, json: bool) -> std::io::Result<()> {
    match json {
        true => writeln!(stdout(), "{}", json!({ "fault": fault })),
        false => writeln!(stdout(), "{fault}"),
    }
}

fn write_counts(good: usize, wrong: usize, json: bool) -> std::io::Result<()> {
    match json {
        true => writeln!(stdout(), "{}", json!({"good": good, "wrong": wrong})),
        false => writeln!(stdout(), "{good} good, {wrong} wrong"),
    }
}
