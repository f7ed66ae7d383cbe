//! An entry of a log, to and from its row in `event`.

use std::borrow::Cow;

use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::player::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::rows::{corrupt, millis, parse, unsigned};

/// An entry as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct EventRow<'a> {
    pub(crate) game: i64,
    pub(crate) seq: i64,
    pub(crate) at: i64,
    pub(crate) actor: Option<&'a str>,
    pub(crate) command: Option<&'a str>,
    pub(crate) kind: String,
    pub(crate) payload: String,
}

/// A fact as serde writes it: its two columns.
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
        let (kind, payload) = write_fact(&entry.fact)?;
        let command = entry.command.as_ref();
        let (actor, command) = command.map(|(actor, id)| (actor.as_str(), id.as_str())).unzip();
        let (seq, at) = (millis(entry.seq), millis(entry.at));
        Ok(Self { game: number.to_stored(), seq, at, actor, command, kind, payload })
    }
}

/// The entry of a row: `command` is the actor and the command id, if the row has them.
pub(crate) fn read_entry(
    seq: i64,
    at: i64,
    command: Option<(String, String)>,
    kind: &str,
    payload: &str,
) -> Result<Entry, StoreError> {
    let command = match command {
        Some((actor, id)) => Some((PlayerId::from(actor.as_str()), parse(&id)?)),
        None => None,
    };
    Ok(Entry { seq: unsigned(seq)?, at: unsigned(at)?, command, fact: read_fact(kind, payload)? })
}

fn write_fact(fact: &Fact) -> Result<(String, String), StoreError> {
    let text = serde_json::to_string(fact).map_err(corrupt)?;
    let FactColumns { kind, payload } = serde_json::from_str(&text).map_err(corrupt)?;
    Ok((kind.into_owned(), payload.get().to_owned()))
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
        let (kind, payload) = write_fact(fact).expect("two columns");
        assert_eq!(read_fact(&kind, &payload).expect("the fact"), *fact);
        (kind, payload)
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
