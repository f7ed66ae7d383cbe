//! `verify`: replays game records without a server, and checks them with the logs and signatures of a server if asked.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ikibuguzo_engine::Record;
use ikibuguzo_game::proof;
use ikibuguzo_protocol::{ErrorCode, GameId};
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
        match self.check_game(game, of_file) {
            Ok(Ok(())) => Ok(Ok(())),
            Ok(Err(why)) => fault(&why),
            Err(error) => match refusal_of_game(&error) {
                Some(why) => fault(why),
                None => Err(error),
            },
        }
    }

    /// Compares a record with what the server has of its game. The inner error says how they differ.
    fn check_game(&self, game: GameId, record: &Record) -> Result<Result<(), String>> {
        if self.compares_log
            && let Err(why) = proof::check(&self.server.proof(game)?, record)
        {
            return Ok(Err(why.to_string()));
        }
        match &self.key {
            Some(key) => Ok(key.check(record, &self.server.inclusion(game)?)),
            None => Ok(Ok(())),
        }
    }
}

/// The message of a refusal that concerns one game: the server does not know it, has not signed it, or cannot read it.
fn refusal_of_game(error: &anyhow::Error) -> Option<&str> {
    let failure = error.downcast_ref::<Failure>()?;
    let code = failure.code?;
    (!code.is_temporary() || code == ErrorCode::NeedsNewerServer).then_some(&failure.message)
}

/// Replays every record of every file, and prints each fault and the counts of good and wrong records. Each record is also
/// checked with the server as asked; a game that the server does not know or has not signed is a fault of its record.
///
/// # Errors
///
/// If a file cannot be read, if no file has a record, or if the server cannot be asked.
pub fn run(paths: &[PathBuf], checks: &ServerChecks<'_>, json: bool) -> Result<Exit> {
    let mut good_count = 0;
    let mut wrong_count = 0;
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
    if json { writeln!(stdout(), "{}", json!({ "fault": fault })) } else { writeln!(stdout(), "{fault}") }
}

fn write_counts(good: usize, wrong: usize, json: bool) -> std::io::Result<()> {
    if json {
        writeln!(stdout(), "{}", json!({"good": good, "wrong": wrong}))
    } else {
        writeln!(stdout(), "{good} good, {wrong} wrong")
    }
}
