//! Comparing a proof with the record of its game.

use ikibuguzo_engine::{Record, Seat};

use super::proved_game::{self, ProvedGame};
use super::{HASH_TAG, ProofFault, fault};

/// Checks that a proof is that of the game in a record: its hashes lead to that of the record, and what both say is the
/// same.
///
/// # Errors
///
/// The first entry that differs, or what else is wrong.
pub fn check(proof: &str, record: &Record) -> Result<(), ProofFault> {
    let expected = record.tag(HASH_TAG).ok_or_else(|| fault("the record has no hash of its log"))?;
    let proved = proved_game::read(proof)?;
    if record.tag("Game").is_some_and(|game| game != proved.game.as_str()) {
        return Err(ProofFault(format!("the proof is that of the game {}", proved.game)));
    }
    compare(record.tag("Rules"), &proved.created.rules, 1, "the rules")?;
    compare(
        record.tag("RulesVersion"),
        &proved.created.rules_version.to_string(),
        1,
        "the version of the rules",
    )?;
    compare(record.tag("CreatedAt"), &proved.created_at.to_string(), 1, "the time of creation")?;
    for (seat, tag) in [(Seat::South, "South"), (Seat::North, "North")] {
        if let Some((seq, name)) = proved.texts.names.get(&seat) {
            compare(record.tag(tag), name, *seq, "the name")?;
        }
    }
    compare_arrays(record, &proved)?;
    compare_actions(record, &proved)?;
    let (seq, hash) = proved.end;
    if expected == hash.as_str() {
        return Ok(());
    }
    Err(ProofFault(format!("the hash of entry {seq} is {hash}, and that of the record {expected}")))
}

fn compare(of_record: Option<&str>, of_log: &str, seq: u64, what: &str) -> Result<(), ProofFault> {
    match of_record {
        Some(of_record) if of_record != of_log => {
            let both = format!("{of_log} in the log, {of_record} in the record");
            Err(ProofFault(format!("entry {seq} differs in {what}: {both}")))
        }
        _ => Ok(()),
    }
}

fn compare_arrays(record: &Record, proved: &ProvedGame) -> Result<(), ProofFault> {
    let in_record = record.tag("Arrays").and_then(|arrays| arrays.split_once(' '));
    let Some((south, north)) = in_record else { return Ok(()) };
    for (seat, array) in [(Seat::South, south), (Seat::North, north)] {
        let (seq, of_log) = proved.texts.arrays.get(&seat).cloned().unwrap_or_default();
        compare(Some(array), &of_log, seq, "the array")?;
    }
    Ok(())
}

fn compare_actions(record: &Record, proved: &ProvedGame) -> Result<(), ProofFault> {
    let mut of_record = record.turns.iter().flat_map(|turn| &turn.actions);
    for (seq, action) in &proved.actions {
        let in_record = of_record.next().map_or_else(|| "nothing".to_owned(), ToString::to_string);
        compare(Some(&in_record), &action.to_string(), *seq, "the action")?;
    }
    match of_record.next() {
        None => Ok(()),
        Some(action) => {
            Err(ProofFault(format!("the record has the action {action} at its end, which is not in the log")))
        }
    }
}
