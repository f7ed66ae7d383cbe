//! An entry of a log, to and from its row in `event`.

use std::borrow::Cow;

use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::origin::{CommandHash, Origin};
use ikibuguzo_game::player::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::rows::{corrupt, parse, stored_number, unsigned};

/// An entry as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct EventRow<'a> {
    pub(crate) game: i64,
    pub(crate) seq: i64,
    pub(crate) at: i64,
    pub(crate) actor: Option<&'a str>,
    pub(crate) command: Option<&'a str>,
    pub(crate) hash: Option<i64>,
    pub(crate) fact: FactText,
}

/// A fact as serde writes it, in one text, and the length of its kind. Parsing the text again for its columns would
/// take as long as the insert.
#[derive(Clone, Debug)]
pub(crate) struct FactText {
    text: String,
    kind: usize,
}

/// The text before the kind of a fact.
const KIND: &str = r#"{"kind":""#;

/// The text between the kind and the payload of a fact, from the quote after the kind. A `}` follows the payload.
const PAYLOAD: &str = r#","payload":"#;

/// The columns of a fact.
#[derive(Serialize, Deserialize)]
struct FactColumns<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    payload: &'a RawValue,
}

impl<'a> EventRow<'a> {
    /// The row of an entry.
    pub(crate) fn of(number: GameNumber, entry: &'a Entry) -> Result<Self, StoreError> {
        let fact = FactText::of(&entry.fact)?;
        let origin = entry.origin.as_ref();
        let (actor, command) = origin.map(|origin| (origin.player.as_str(), origin.id.as_str())).unzip();
        let hash = origin.and_then(|origin| origin.hash).map(CommandHash::to_stored);
        let (seq, at) = (stored_number(entry.seq), stored_number(entry.at));
        Ok(Self { game: number.to_stored(), seq, at, actor, command, hash, fact })
    }
}

/// The entry of a row: `origin` is the actor, the command id and its hash, if the row has them.
pub(crate) fn read_entry(
    seq: i64,
    at: i64,
    origin: Option<(String, String, Option<i64>)>,
    kind: &str,
    payload: &str,
) -> Result<Entry, StoreError> {
    let origin = match origin {
        Some((actor, id, hash)) => {
            let hash = hash.map(CommandHash::from_stored);
            Some(Origin { player: PlayerId::from(actor.as_str()), id: parse(&id)?, hash })
        }
        None => None,
    };
    Ok(Entry { seq: unsigned(seq)?, at: unsigned(at)?, origin, fact: read_fact(kind, payload)? })
}

impl FactText {
    fn of(fact: &Fact) -> Result<Self, StoreError> {
        let text = serde_json::to_string(fact).map_err(corrupt)?;
        let columns = text.strip_prefix(KIND).and_then(|columns| columns.split_once('"'));
        match columns {
            Some((kind, rest)) if rest.starts_with(PAYLOAD) => Ok(Self { kind: kind.len(), text }),
            _ => Err(corrupt("a fact has other columns than `kind` and `payload`")),
        }
    }

    /// The column `kind`.
    pub(crate) fn kind(&self) -> &str {
        &self.text[KIND.len()..][..self.kind]
    }

    /// The column `payload`.
    pub(crate) fn payload(&self) -> &str {
        &self.text[KIND.len() + self.kind + 1 + PAYLOAD.len()..self.text.len() - 1]
    }
}

fn read_fact(kind: &str, payload: &str) -> Result<Fact, StoreError> {
    let payload = serde_json::from_str(payload).map_err(corrupt)?;
    let text = serde_json::to_string(&FactColumns { kind: kind.into(), payload }).map_err(corrupt)?;
    serde_json::from_str(&text).map_err(corrupt)
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Seat;
    use ikibuguzo_protocol::{EndReason, Outcome, Text};

    use super::*;

    fn stored(fact: &Fact) -> (String, String) {
        let text = FactText::of(fact).expect("two columns");
        let (kind, payload) = (text.kind(), text.payload());
        assert_eq!(read_fact(kind, payload).expect("the fact"), *fact);
        (kind.to_owned(), payload.to_owned())
    }

    #[test]
    fn a_move_is_stored_as_its_seat_and_its_action() {
        for seat in Seat::ALL {
            for action in ["A", "t<", "a", "*", "*>", "-"] {
                let fact = Fact::Acted { seat: seat.into(), action: Text(action.parse().expect(action)) };
                let payload = format!(r#"{{"seat":"{seat}","action":"{action}"}}"#);
                assert_eq!(stored(&fact), ("acted".to_owned(), payload));
            }
        }
    }

    #[test]
    fn a_fact_is_stored_as_its_kind_and_its_payload() {
        assert_eq!(stored(&Fact::Begun {}), ("begun".to_owned(), "{}".to_owned()));
        let (kind, _) = stored(&Fact::Ended(Outcome { winner: None, reason: EndReason::Quiet }));
        assert_eq!(kind, "ended");
        let said = Fact::Said { seat: Text(Seat::South), text: r#"","payload":{}}"#.to_owned() };
        assert_eq!(stored(&said).0, "said", "the text of a chat message has no effect on the columns");
    }
}
