//! The hash chain of a log: the hash of an entry covers the entry and all entries before it.
//!
//! The hash of an entry is the SHA-256 of its [line](ChainHash::line_after). A line has the hash of the entry before
//! it, `seq`, `at`, the kind of the fact and its payload as JSON, with a space between them. Names, chat messages and
//! arrays are in it as their own hashes ([`Commitment`]), so that they can be erased or stay secret. Players' ids and
//! commands are not in it: they are never shown. The hash before the first entry is that of `ikibuguzo game` and the
//! game's id.

use std::fmt::{self, Write};
use std::str::FromStr;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Commitment, GameId, PlayerName, Text, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::commitment::{SALT_BYTES, hash_of, with_salt};
use crate::fact::{Entry, Fact};
use crate::fact_text::FactText;
use crate::player::PlayerId;

/// Number of hexadecimal digits of a hash.
const DIGITS: usize = 64;

/// The hash of an entry: 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChainHash([u8; DIGITS]);

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a hash is {DIGITS} hexadecimal digits in lower case")]
pub struct NotAHash;

/// An entry and its position in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainedEntry {
    /// The entry.
    pub entry: Entry,
    /// Its fact as text.
    pub text: FactText,
    /// The hash of the entry before it.
    pub previous: ChainHash,
    /// Its hash.
    pub hash: ChainHash,
}

/// A fact with a name, a chat message or an array, as its line has it.
#[derive(Serialize)]
struct CommittedPayload<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<&'a Text<Seat>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    array: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    bot: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_until: Option<Timestamp>,
}

impl ChainHash {
    /// The words before the id of the game, in the line before the first entry.
    pub(crate) const FIRST_WORDS: &str = "ikibuguzo game ";

    /// The line before the first entry of a game.
    pub(crate) fn first_line(game: GameId) -> String {
        format!("{}{game}", Self::FIRST_WORDS)
    }

    /// The hash before the first entry of a game.
    pub fn start(game: GameId) -> Self {
        Self::of(&Self::first_line(game))
    }

    /// The hash of a line.
    pub fn of(line: &str) -> Self {
        let mut digits = [0; DIGITS];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(Sha256::digest(line)) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        Self(digits)
    }

    /// The hash as text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("digits are ASCII")
    }

    /// The line of the entry that follows the one with this hash. `text` is its fact.
    pub fn line_after(&self, entry: &Entry, text: &FactText) -> String {
        let mut line = String::with_capacity(DIGITS + 64 + text.payload().len());
        line.push_str(self.as_str());
        line.push(' ');
        push_line(&mut line, entry, text);
        line
    }

    /// The line of an entry, without the hash of the entry before it. `text` is its fact.
    pub(crate) fn line(entry: &Entry, text: &FactText) -> String {
        let mut line = String::new();
        push_line(&mut line, entry, text);
        line
    }

    /// Links an entry to the one with this hash.
    pub fn link(self, entry: Entry) -> ChainedEntry {
        let text = FactText::of(&entry.fact);
        let hash = Self::of(&self.line_after(&entry, &text));
        ChainedEntry { entry, text, previous: self, hash }
    }

    /// The hash of the entry that follows the one with this hash, from the columns of its row: also if this version
    /// does not know its fact. A fact with names or chat messages has another hash, because its line hides them.
    pub fn next_unread(self, seq: i64, at: i64, kind: &str, payload: &str) -> Self {
        Self::of(&format!("{} {seq} {at} {kind} {payload}", self.as_str()))
    }

    /// The hash of the entry that follows the one with this hash.
    pub fn next(self, entry: &Entry) -> Self {
        Self::of(&self.line_after(entry, &FactText::of(&entry.fact)))
    }
}

impl CommittedPayload<'_> {
    fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a payload has only texts and numbers")
    }
}

impl Fact {
    /// Replaces the name of a player, and keeps the commitment to the earlier one, so that the hash stays. Returns
    /// whether the fact has the player's name.
    pub fn erase_name(&mut self, id: &PlayerId, name: &PlayerName) -> bool {
        match self {
            Self::Seated { player, commitment, .. } | Self::Invited { player, commitment, .. }
                if player.id == *id =>
            {
                let hash = hash_of(commitment.as_ref(), player.name.as_str());
                *commitment = Some(Commitment::Hash(hash));
                player.name = name.clone();
                true
            }
            _ => false,
        }
    }

    /// The name, the message or the array in a fact, and how it enters the hash; none if the fact has none of them, and
    /// for an array without a commitment, which is in the hash as it is.
    pub(crate) fn opened(&self) -> Option<(Option<&Commitment>, &str)> {
        match self {
            Self::Seated { player, commitment, .. } | Self::Invited { player, commitment, .. } => {
                Some((commitment.as_ref(), player.name.as_str()))
            }
            Self::Said { text, commitment, .. } => Some((commitment.as_ref(), text)),
            Self::Arranged { array, commitment: Some(commitment), .. } => {
                Some((Some(commitment), array.as_str()))
            }
            _ => None,
        }
    }

    /// Lets the name, the message or the array in a fact enter the hash in this way. Returns whether the fact has any. An
    /// array is never erased, so it takes only a salt.
    pub fn set_commitment(&mut self, to: Commitment) -> bool {
        let is_erased_array = matches!((&*self, &to), (Self::Arranged { .. }, Commitment::Hash(_)));
        match self.commitment_mut().filter(|_| !is_erased_array) {
            Some(commitment) => {
                *commitment = Some(to);
                true
            }
            None => false,
        }
    }

    /// Gives the name, the message or the array in a fact a salt, if it has none.
    pub fn add_salt(&mut self, draw: impl FnOnce() -> [u8; SALT_BYTES]) {
        if let Some(commitment) = self.commitment_mut() {
            commitment.get_or_insert_with(|| with_salt(draw()));
        }
    }

    fn commitment_mut(&mut self) -> Option<&mut Option<Commitment>> {
        match self {
            Self::Seated { commitment, .. }
            | Self::Invited { commitment, .. }
            | Self::Arranged { commitment, .. }
            | Self::Said { commitment, .. } => Some(commitment),
            _ => None,
        }
    }
}

fn push_line(line: &mut String, entry: &Entry, text: &FactText) {
    let committed = committed_payload(&entry.fact).map(|payload| payload.to_json());
    let payload = committed.as_deref().unwrap_or(text.payload());
    let _ = write!(line, "{} {} {} {payload}", entry.seq, entry.at, text.kind());
}

fn digit(value: u8) -> u8 {
    b"0123456789abcdef"[usize::from(value)]
}

fn committed_payload(fact: &Fact) -> Option<CommittedPayload<'_>> {
    let payload =
        CommittedPayload { seat: None, name: None, text: None, array: None, bot: false, open_until: None };
    match fact {
        Fact::Seated { seat, player, commitment } => {
            let name = hash_of(commitment.as_ref(), player.name.as_str());
            Some(CommittedPayload { seat: Some(seat), name: Some(name), bot: player.bot, ..payload })
        }
        Fact::Invited { player, open_until, commitment } => {
            let name = hash_of(commitment.as_ref(), player.name.as_str());
            Some(CommittedPayload { name: Some(name), bot: player.bot, open_until: *open_until, ..payload })
        }
        Fact::Said { seat, text, commitment } => {
            let text = hash_of(commitment.as_ref(), text);
            Some(CommittedPayload { seat: Some(seat), text: Some(text), ..payload })
        }
        Fact::Arranged { seat, array, commitment: Some(commitment) } => {
            let array = hash_of(Some(commitment), array.as_str());
            Some(CommittedPayload { seat: Some(seat), array: Some(array), ..payload })
        }
        _ => None,
    }
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ChainHash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
        let digits = text.as_bytes().try_into().map_err(|_| NotAHash)?;
        if text.bytes().all(|byte| is_digit(&byte)) { Ok(Self(digits)) } else { Err(NotAHash) }
    }
}

impl Serialize for ChainHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ChainHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;

    fn game() -> GameId {
        "yg44j6xkmz7r".parse().expect("an id")
    }

    fn entry(seq: u64, fact: Fact) -> Entry {
        Entry { seq, at: Timestamp::from_millis(1_795_000_000_000), origin: None, fact }
    }

    fn seated(name: &str, commitment: Option<Commitment>) -> Fact {
        let name: PlayerName = name.parse().expect("a name");
        Fact::Seated { seat: Text(Seat::South), player: Player::person("p1".into(), name), commitment }
    }

    /// The digits are those of `printf '%s' 'ikibuguzo game yg44j6xkmz7r' | sha256sum`, and of the line in turn.
    #[test]
    fn a_chain_is_that_of_sha256sum() {
        let start = ChainHash::start(game());
        assert_eq!(start.as_str(), "b23ca6e9df7b36e1ab4e0176e11ce378b7835b9554c22fcbfa4e85c94a1627d1");
        let acted = Fact::Acted { seat: Text(Seat::South), action: Text("a<".parse().expect("an action")) };
        let linked = start.link(entry(7, acted));
        let line = start.line_after(&linked.entry, &linked.text);
        assert_eq!(line, format!(r#"{start} 7 1795000000000 acted {{"seat":"south","action":"a<"}}"#));
        assert_eq!(linked.hash.as_str(), "3de4abe30fbe771f4e4ada4082296b511a18ccd5a83e5f817267085168d20c1a");
    }

    #[test]
    fn an_erased_name_changes_no_hash() {
        let start = ChainHash::start(game());
        let mut fact = seated("Keza", None);
        fact.add_salt(|| [7; SALT_BYTES]);
        let hash = start.next(&entry(2, fact.clone()));
        let name = "former-1".parse().expect("a name");
        assert!(!fact.erase_name(&"p2".into(), &name) && fact.erase_name(&"p1".into(), &name));
        assert_eq!(start.next(&entry(2, fact.clone())), hash);
        assert!(
            !serde_json::to_string(&fact).expect("JSON").contains("salt:"),
            "nobody can find the name by trying"
        );
        assert_ne!(start.next(&entry(2, seated("Keza", None))), hash, "the salt counts");
    }

    #[test]
    fn an_array_is_in_its_line_as_a_hash_with_a_salt() {
        let array = Text(ikibuguzo_engine::Array::First);
        let mut fact = Fact::Arranged { seat: Text(Seat::South), array, commitment: None };
        let line = |fact: &Fact| ChainHash::line(&entry(4, fact.clone()), &FactText::of(fact));
        assert_eq!(line(&fact), r#"4 1795000000000 arranged {"seat":"south","array":"first"}"#);
        fact.add_salt(|| [7; SALT_BYTES]);
        // printf '%s' 07070707070707070707070707070707first | sha256sum
        let hash = "7212bc4a3ddab87fdbd90b9dd8bb8e5d24fb6ad9ec5e4d349ba71c1f6b1595bb";
        assert_eq!(line(&fact), format!(r#"4 1795000000000 arranged {{"seat":"south","array":"{hash}"}}"#));
    }

    #[test]
    fn every_part_of_an_entry_counts() {
        let start = ChainHash::start(game());
        let hash = |entry: &Entry| start.next(entry);
        let said =
            |text: &str| Fact::Said { seat: Text(Seat::South), text: text.to_owned(), commitment: None };
        let first = entry(2, said("Muraho!"));
        let others = [
            Entry { seq: 3, ..first.clone() },
            Entry { at: Timestamp::from_millis(1), ..first.clone() },
            entry(2, said("Muraho")),
            entry(2, Fact::Begun {}),
        ];
        assert!(others.iter().all(|other| hash(other) != hash(&first)));
        let elsewhere = ChainHash::start("05cdv44x7ekv".parse().expect("an id"));
        assert_ne!(elsewhere.next(&first), hash(&first));
    }

    #[test]
    fn a_hash_is_read_as_it_is_written() {
        let hash = ChainHash::start(game());
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for wrong in ["", "00", &"g".repeat(DIGITS), &"A".repeat(DIGITS)] {
            assert_eq!(wrong.parse::<ChainHash>(), Err(NotAHash), "{wrong}");
        }
    }
}
