//! `verify`: replays game records without a server, and compares them with the logs of a server if asked.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Result;
use ikibuguzo_game::proof;
use serde_json::json;

use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, Failure};
use crate::record_file::{NumberedRecord, RecordFile};

/// Replays every record of every file, and prints each fault and the counts of good and wrong records. With a server, a
/// record is also compared with the log of its game there.
///
/// # Errors
///
/// If a file cannot be read, if no file has a record, or if the server has no log of a record.
pub fn run(paths: &[PathBuf], server: Option<&ApiClient>, json: bool) -> Result<Exit> {
    let (mut good_count, mut wrong_count) = (0, 0);
    for path in paths {
        let mut file = RecordFile::open(path)?;
        while let Some(next) = file.next_record()? {
            let checked = match next.and_then(|record| check_record(&file, &record).map(|()| record)) {
                Ok(record) => server.map_or(Ok(Ok(())), |server| check_log(&file, &record, server))?,
                Err(fault) => Err(fault),
            };
            match checked {
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

/// Compares a record with the log of its game on the server.
fn check_log(file: &RecordFile, record: &NumberedRecord, server: &ApiClient) -> Result<Result<(), String>> {
    let of_file = &record.parsed.record;
    let Some(game) = of_file.tag("Game").and_then(|game| game.parse().ok()) else {
        return Ok(Err(file.log_fault(record, "the record names no game of a server")));
    };
    if of_file.tag(proof::HASH_TAG).is_none() {
        return Ok(Err(file.log_fault(record, "the record has no hash of its log")));
    }
    let proof = server.proof(game)?;
    Ok(proof::check(&proof, of_file).map_err(|fault| file.log_fault(record, &fault.to_string())))
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
