//! An entry of a log as one text, for a client that keeps its games itself.

use ikibuguzo_protocol::{CommandId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::fact::{Entry, Fact};
use crate::origin::{CommandHash, Origin};
use crate::player::PlayerId;

/// An entry of a log, as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptEntry {
    seq: u64,
    at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<KeptOrigin>,
    fact: Fact,
}

/// The command that produced an entry, as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptOrigin {
    player: PlayerId,
    id: CommandId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<i64>,
}

/// The text of an entry. It contains secrets of the game.
pub fn entry_to_text(entry: &Entry) -> String {
    let origin = entry.origin.as_ref().map(|origin| KeptOrigin {
        player: origin.player.clone(),
        id: origin.id.clone(),
        hash: origin.hash.map(CommandHash::to_stored),
    });
    let kept = KeptEntry { seq: entry.seq, at: entry.at, origin, fact: entry.fact.clone() };
    serde_json::to_string(&kept).expect("an entry has only texts and numbers")
}

/// Reads the text of an entry.
///
/// # Errors
///
/// Returns serde's error if the text is no entry.
pub fn entry_of_text(text: &str) -> Result<Entry, serde_json::Error> {
    let KeptEntry { seq, at, origin, fact } = serde_json::from_str(text)?;
    let origin = origin.map(|KeptOrigin { player, id, hash }| Origin {
        player,
        id,
        hash: hash.map(CommandHash::from_stored),
    });
    Ok(Entry { seq, at, origin, fact })
}
