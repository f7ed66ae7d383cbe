//! An entry of a log, to and from its row in `event`.

use std::borrow::Cow;

use ikibuguzo_game::chain::ChainedEntry;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::fact_text::FactText;
use ikibuguzo_game::origin::{CommandHash, Origin};
use ikibuguzo_game::player::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::rows::{corrupt, parse, stored_number, stored_time, timestamp, unsigned};

/// An entry as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct EventRow<'a> {
    pub(crate) game: i64,
    pub(crate) seq: i64,
    pub(crate) at: i64,
    pub(crate) actor: Option<&'a str>,
    pub(crate) command: Option<&'a str>,
    pub(crate) command_hash: Option<i64>,
    pub(crate) fact: &'a FactText,
    pub(crate) hash: &'a str,
    /// The hash that the entry before it must have in the database; none if the same commit writes that entry, or if there
    /// is none.
    pub(crate) expected: Option<&'a str>,
}

/// The columns of a fact.
#[derive(Serialize, Deserialize)]
struct FactColumns<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    payload: &'a RawValue,
}

impl<'a> EventRow<'a> {
    /// The row of an entry. `follows_stored` says whether the entry before it is in the database.
    pub(crate) fn new(number: GameNumber, chained: &'a ChainedEntry, follows_stored: bool) -> Self {
        let ChainedEntry { entry, text, previous, hash } = chained;
        let origin = entry.origin.as_ref();
        let (actor, command) = origin.map(|origin| (origin.player.as_str(), origin.id.as_str())).unzip();
        Self {
            game: number.to_stored(),
            seq: stored_number(entry.seq),
            at: stored_time(entry.at),
            actor,
            command,
            command_hash: origin.and_then(|origin| origin.hash).map(CommandHash::to_stored),
            fact: text,
            hash: hash.as_str(),
            expected: follows_stored.then_some(previous.as_str()),
        }
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
    Ok(Entry { seq: unsigned(seq)?, at: timestamp(at)?, origin, fact: read_fact(kind, payload)? })
}

/// The fact of a row.
pub(crate) fn read_fact(kind: &str, payload: &str) -> Result<Fact, StoreError> {
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
        let text = FactText::of(fact);
        let kind = text.kind();
        let payload = text.payload();
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
        let said =
            Fact::Said { seat: Text(Seat::South), text: r#"","payload":{}}"#.to_owned(), commitment: None };
        assert_eq!(stored(&said).0, "said", "the text of a chat message has no effect on the columns");
    }
}
