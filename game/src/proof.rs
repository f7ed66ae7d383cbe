//! The proof of a game: the lines of its log, from which its hashes can be computed with `sha256sum`, and the names,
//! messages and arrays behind the hashes in them. `docs/VERIFY.md` says how.
//!
//! The hash of a text is its SHA-256. The first line is hashed as it is; each further one as the hash before it, a space
//! and the line. After an empty line come the names, messages and arrays: `seq`, the salt (`-` for none) and the text as
//! JSON.

mod check;
mod proved_game;

use std::collections::BTreeMap;

use ikibuguzo_protocol::{Commitment, GameId};
use thiserror::Error;

use crate::chain::ChainHash;
use crate::fact::{Entry, Fact};
use crate::fact_text::FactText;
pub use check::check;

/// The tag of a record that has the hash of the entry with which the game ended.
pub const HASH_TAG: &str = "LogHash";

/// The text for an empty salt.
const NO_SALT: &str = "-";

/// The reason why a proof does not prove a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ProofFault(String);

/// The hash of the entry with which a game ended. None before the end, and if the game ended before a sealed array was
/// revealed: others could find the array by trying.
pub fn final_hash(game: GameId, log: &[Entry]) -> Option<ChainHash> {
    let end = log
        .iter()
        .position(|entry| matches!(entry.fact, Fact::Ended(_)))
        .filter(|_| !has_sealed_array(log))?;
    Some(log[..=end].iter().fold(ChainHash::start(game), ChainHash::next))
}

/// Whether a log has an array that was not revealed.
fn has_sealed_array(log: &[Entry]) -> bool {
    let has = |is_wanted: fn(&Fact) -> bool| log.iter().any(|entry| is_wanted(&entry.fact));
    has(|fact| matches!(fact, Fact::Arranged { .. })) && !has(|fact| matches!(fact, Fact::Revealed {}))
}

/// The commitments to the names, messages and revealed arrays of a log, by `seq`.
pub fn commitments(log: &[Entry]) -> BTreeMap<u64, Commitment> {
    let conceals_arrays = has_sealed_array(log);
    let is_shown = |entry: &&Entry| !(conceals_arrays && matches!(entry.fact, Fact::Arranged { .. }));
    let commitment = |entry: &Entry| Some((entry.seq, entry.fact.opened()?.0?.clone()));
    log.iter().filter(is_shown).filter_map(commitment).collect()
}

/// The proof of a game; none for a game without a [final hash](final_hash).
pub fn proof(game: GameId, log: &[Entry]) -> Option<String> {
    final_hash(game, log)?;
    let mut text = ChainHash::first_line(game) + "\n";
    for entry in log {
        text += &ChainHash::line(entry, &FactText::of(&entry.fact));
        text.push('\n');
    }
    text.push('\n');
    for (entry, (commitment, opened)) in log.iter().filter_map(|entry| Some((entry, entry.fact.opened()?))) {
        let salt = match commitment {
            Some(Commitment::Hash(_)) => continue,
            Some(Commitment::Salt(salt)) => salt,
            None => NO_SALT,
        };
        let opened = serde_json::Value::from(opened);
        text += &format!("{} {salt} {opened}\n", entry.seq);
    }
    Some(text)
}

fn wrong(seq: u64, why: &str) -> ProofFault {
    ProofFault(format!("entry {seq} of the proof is wrong: {why}"))
}

fn fault(why: &str) -> ProofFault {
    ProofFault(why.to_owned())
}

#[cfg(test)]
mod tests;
