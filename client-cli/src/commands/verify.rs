//! `verify`: replays game records without a server, and checks them with the logs and signatures of a server if asked.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ikibuguzo_game::proof;
use serde_json::json;

use super::games_signature::PublicKey;
use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, Failure};
use crate::record_file::{NumberedRecord, RecordFile};

/// What is checked with a server, in addition to the rules.
#[derive(Clone, Debug)]
pub struct ServerChecks<'a> {
    server: &'a ApiClient,
    /// Whether records are compared with the logs of their games.
    compares_log: bool,
    /// The key with which the server must have signed the games; none if that is not checked.
    key: Option<PublicKey>,
}

impl<'a> ServerChecks<'a> {
    /// The checks with a server. `key` is a file with its public key; without one it is asked for it.
    ///
    /// # Errors
    ///
    /// If the key cannot be read.
    pub fn new(server: &'a ApiClient, log: bool, signature: bool, key: Option<&Path>) -> Result<Self> {
        let read_key = || -> Result<PublicKey> {
            let pem = match key {
                Some(file) => {
                    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?
                }
                None => server.games_key()?,
            };
            PublicKey::read(&pem)
        };
        let key = signature.then(read_key).transpose()?;
        Ok(Self { server, compares_log: log, key })
    }

    /// Checks a record. The inner error is a fault of the record.
    fn check(&self, file: &RecordFile, record: &NumberedRecord) -> Result<Result<(), String>> {
        if !self.compares_log && self.key.is_none() {
            return Ok(Ok(()));
        }
        let of_file = &record.parsed.record;
        let fault = |why: &str| Ok(Err(file.log_fault(record, why)));
        let Some(game) = of_file.tag("Game").and_then(|game| game.parse().ok()) else {
            return fault("the record names no game of a server");
        };
        if of_file.tag(proof::HASH_TAG).is_none() {
            return fault("the record has no hash of its log");
        }
        if self.compares_log
            && let Err(why) = proof::check(&self.server.proof(game)?, of_file)
        {
            return fault(&why.to_string());
        }
        if let Some(key) = &self.key
            && let Err(why) = key.check(of_file, &self.server.inclusion(game)?)
        {
            return fault(&why);
        }
        Ok(Ok(()))
    }
}

/// Replays every record of every file, and prints each fault and the counts of good and wrong records. Each record is also
/// checked with the server as asked.
///
/// # Errors
///
/// If a file cannot be read, if no file has a record, or if the server does not know or has not signed the game of one.
pub fn run(paths: &[PathBuf], checks: &ServerChecks<'_>, json: bool) -> Result<Exit> {
    let (mut good_count, mut wrong_count) = (0, 0);
    for path in paths {
        let mut file = RecordFile::open(path)?;
        while let Some(next) = file.next_record()? {
            let checked = match next.and_then(|record| check_record(&file, &record).map(|()| record)) {
                Ok(record) => checks.check(&file, &record)?,
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
