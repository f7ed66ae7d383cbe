//! The fields of a form as a message of the protocol.

use ikibuguzo_protocol::{ClientMessage, ErrorCode, GameId};
use serde_json::{Map, Value};

use crate::error::Error;

/// The type of a form that takes the free seat. The protocol has no such message: over HTTP it is a request of its own.
const SIT: &str = "sit";

/// What a form about a game asks for.
#[derive(Debug)]
pub(super) enum FormMessage {
    /// The free seat.
    Sit,
    /// A command.
    Command(ClientMessage),
}

impl FormMessage {
    /// Reads the fields of a form, whose names are those of the message's fields.
    ///
    /// # Errors
    ///
    /// `bad_field`, `unknown_field` or `unknown_type`.
    pub(super) fn of(game: GameId, fields: &[(String, String)]) -> Result<Self, Error> {
        if fields.iter().any(|(name, value)| name == "type" && value == SIT) {
            return Ok(Self::Sit);
        }
        let mut message = Map::from_iter([("game".to_owned(), Value::from(game.as_str()))]);
        for (name, text) in fields {
            if message.insert(name.clone(), value(name, text)).is_some() {
                return Err(Error::new(ErrorCode::BadField, "the form has a field twice"));
            }
        }
        let message = ClientMessage::parse(&Value::Object(message).to_string());
        message.map(Self::Command).map_err(|refusal| Error::new(refusal.code, refusal.message))
    }
}

/// The value of a field: a number or a truth value where the protocol has one, otherwise a text.
fn value(name: &str, text: &str) -> Value {
    let number = || text.parse().ok().map(|number: u64| number.into());
    let truth = || text.parse().ok().map(Value::Bool);
    let typed = match name {
        "after" | "offer" => number(),
        "accept" => truth(),
        _ => None,
    };
    typed.unwrap_or_else(|| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fields: &[(&str, &str)]) -> Result<String, ErrorCode> {
        let fields: Vec<_> = fields.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        match FormMessage::of("k7wq2m9xra4t".parse().expect("an id"), &fields) {
            Ok(FormMessage::Sit) => Ok(SIT.to_owned()),
            Ok(FormMessage::Command(message)) => Ok(message.to_json()),
            Err(error) => Err(error.into_rejection().code),
        }
    }

    #[test]
    fn the_fields_are_those_of_a_message() {
        let act = read(&[("type", "act"), ("id", "c1"), ("after", "6"), ("action", "N<")]);
        let expected = r#"{"type":"act","game":"k7wq2m9xra4t","id":"c1","after":6,"action":"N<"}"#;
        assert_eq!(act.as_deref(), Ok(expected));
        let answer = [("type", "answer_draw"), ("id", "c1"), ("offer", "9"), ("accept", "true")];
        assert!(read(&answer).is_ok_and(|json| json.ends_with(r#""offer":9,"accept":true}"#)));
        assert_eq!(read(&[("type", "sit")]).as_deref(), Ok(SIT));
        let digits = [("type", "say"), ("id", "c1"), ("text", "42")];
        assert!(read(&digits).is_ok_and(|json| json.ends_with(r#""text":"42"}"#)), "words may be digits");
    }

    #[test]
    fn other_fields_are_refused() {
        for (fields, code) in [
            (&[("type", "dance"), ("id", "c1")][..], ErrorCode::UnknownType),
            (&[("type", "resign"), ("id", "c1"), ("after", "6")], ErrorCode::UnknownField),
            (&[("type", "act"), ("id", "c1"), ("after", "six"), ("action", "N")], ErrorCode::BadField),
            (&[("type", "resign"), ("id", "c1"), ("id", "c2")], ErrorCode::BadField),
            (&[("type", "resign"), ("id", "c1"), ("game", "k7wq2m9xra4s")], ErrorCode::BadField),
            (&[], ErrorCode::BadField),
        ] {
            assert_eq!(read(fields), Err(code), "{fields:?}");
        }
    }
}
