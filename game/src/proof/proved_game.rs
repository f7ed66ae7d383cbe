//! Reading a proof, and working out its hashes.

use std::collections::BTreeMap;

use ikibuguzo_engine::{Action, Seat};
use ikibuguzo_protocol::{Commitment, GameId, Text, Timestamp};
use serde::Deserialize;

use super::{NO_SALT, ProofFault, fault, wrong};
use crate::chain::ChainHash;
use crate::commitment::hash_of;

/// The contents of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProvedGame {
    pub(super) game: GameId,
    pub(super) created: CreatedPayload,
    pub(super) created_at: Timestamp,
    pub(super) texts: OpenedTexts,
    /// The actions that were not taken back, each with the `seq` of its entry.
    pub(super) actions: Vec<(u64, Action)>,
    /// The entry with which the game ended, and its hash.
    pub(super) end: (u64, ChainHash),
}

/// The texts of each seat, with the `seq` of their entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OpenedTexts {
    /// The name of the player, if it was not erased.
    pub(super) names: BTreeMap<Seat, (u64, String)>,
    /// The opening array, in games with an arrangement.
    pub(super) arrays: BTreeMap<Seat, (u64, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct CreatedPayload {
    pub(super) rules: String,
    pub(super) rules_version: u32,
}

#[derive(Deserialize)]
struct ActedPayload {
    action: Text<Action>,
}

#[derive(Deserialize)]
struct TakenBackPayload {
    plies: usize,
}

/// A line with the hash of a name, a message or an array.
#[derive(Deserialize)]
struct CommittedLine {
    seat: Option<Text<Seat>>,
    #[serde(alias = "name", alias = "text", alias = "array")]
    hash: String,
}

/// Reads a proof, and checks each hash in it.
///
/// # Errors
///
/// What is wrong.
pub(super) fn read(proof: &str) -> Result<ProvedGame, ProofFault> {
    let (lines, opened) =
        proof.split_once("\n\n").ok_or_else(|| fault("the proof is cut off: an empty line is missing"))?;
    let mut lines = lines.lines();
    let first = lines.next().unwrap_or_default();
    let game = first.strip_prefix(ChainHash::FIRST_WORDS).and_then(|id| id.parse().ok());
    let game: GameId = game.ok_or_else(|| fault("the first line of the proof names no game"))?;
    let mut hash = ChainHash::of(first);
    let mut created = None;
    let mut end = None;
    let mut hashed = BTreeMap::new();
    let mut actions = Vec::new();
    for (line, seq) in lines.zip(1..) {
        let [number, at, kind, payload] = parts(line).ok_or_else(|| wrong(seq, "it has four parts"))?;
        if number != seq.to_string() {
            return Err(wrong(seq, "it is not the next one"));
        }
        hash = ChainHash::of(&format!("{hash} {line}"));
        match kind {
            "created" => {
                let at = at.parse().map_err(|_| wrong(seq, "its time is no number"))?;
                created = Some((payload_of(seq, payload)?, at));
            }
            "seated" | "invited" | "said" | "arranged" => {
                hashed.insert(seq, (kind, payload_of::<CommittedLine>(seq, payload)?));
            }
            "acted" => actions.push((seq, *payload_of::<ActedPayload>(seq, payload)?.action)),
            "taken_back" => actions.truncate(payload_of::<TakenBackPayload>(seq, payload)?.plies),
            "ended" => end = end.or(Some((seq, hash))),
            _ => {}
        }
    }
    let texts = open_texts(opened, &hashed)?;
    let (created, created_at) = created.ok_or_else(|| fault("the log does not say how the game began"))?;
    let end = end.ok_or_else(|| fault("the log does not say how the game ended"))?;
    Ok(ProvedGame { game, created, created_at, texts, actions, end })
}

/// Checks each name, message and array against its hash. Returns the names and the arrays.
fn open_texts(
    opened: &str,
    hashed: &BTreeMap<u64, (&str, CommittedLine)>,
) -> Result<OpenedTexts, ProofFault> {
    let mut texts = OpenedTexts::default();
    // An array without a commitment is in its line as it is.
    for (seq, (kind, line)) in hashed {
        if let (&"arranged", Some(seat)) = (kind, line.seat) {
            texts.arrays.insert(*seat, (*seq, line.hash.clone()));
        }
    }
    for line in opened.lines() {
        let mut parts = line.splitn(3, ' ');
        let seq = parts.next();
        let salt = parts.next();
        let text = parts.next();
        let seq =
            seq.and_then(|seq| seq.parse().ok()).ok_or_else(|| fault("a name has no number of an entry"))?;
        let text = text.and_then(|text| serde_json::from_str::<String>(text).ok());
        let (salt, text) = salt.zip(text).ok_or_else(|| wrong(seq, "its name has three parts"))?;
        let (kind, line) = hashed.get(&seq).ok_or_else(|| wrong(seq, "it has no name"))?;
        if hash_of(read_salt(seq, salt)?.as_ref(), &text) != line.hash {
            return Err(wrong(seq, "its name, message or array does not have its hash"));
        }
        match (*kind, line.seat) {
            ("seated", Some(seat)) => texts.names.insert(*seat, (seq, text)),
            ("arranged", Some(seat)) => texts.arrays.insert(*seat, (seq, text)),
            _ => None,
        };
    }
    Ok(texts)
}

/// A salt of the right length: one that is shorter could lend its last digits to the text.
fn read_salt(seq: u64, salt: &str) -> Result<Option<Commitment>, ProofFault> {
    if salt == NO_SALT {
        return Ok(None);
    }
    let commitment = format!("salt:{salt}").parse();
    commitment.map(Some).map_err(|_| wrong(seq, "its salt has another length, or is none"))
}

fn parts(line: &str) -> Option<[&str; 4]> {
    let mut parts = line.splitn(4, ' ');
    Some([parts.next()?, parts.next()?, parts.next()?, parts.next()?])
}

fn payload_of<'a, T: Deserialize<'a>>(seq: u64, payload: &'a str) -> Result<T, ProofFault> {
    serde_json::from_str(payload).map_err(|error| wrong(seq, &error.to_string()))
}
