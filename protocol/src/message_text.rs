use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{ErrorCode, Refusal};

/// Length limit of the message of a refusal, in characters.
const MAX_MESSAGE_CHARS: usize = 200;

/// Parses a message: a JSON object with a `type`.
///
/// # Errors
///
/// `bad_json`, `unknown_type`, `unknown_field` or `bad_field`. The refusal has the message's id and game if these are
/// readable.
pub fn parse_message<Message: DeserializeOwned>(text: &str) -> Result<Message, Refusal> {
    // The JSON parser accepts an array in place of an object.
    if !text.trim_ascii_start().starts_with('{') {
        return Err(not_an_object());
    }
    serde_json::from_str(text).map_err(|error| refusal_of(text, &error))
}

/// Explains why a text is not a message. This is the slow path, so it parses the text again.
fn refusal_of(text: &str, error: &serde_json::Error) -> Refusal {
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(text) else {
        return not_an_object();
    };
    let field = |name| fields.get(name).and_then(Value::as_str);
    Refusal {
        id: field("id").and_then(|id| id.parse().ok()),
        game: field("game").and_then(|game| game.parse().ok()),
        code: code_of(error, field("type")),
        message: shortened(&error.to_string()),
        retry_after: None,
    }
}

fn not_an_object() -> Refusal {
    Refusal::new(ErrorCode::BadJson, "a message is one JSON object with a `type`")
}

/// Finds the code by the words of serde's error, since serde has no error kinds; tests pin the words.
/// An unknown variant need not be the message type.
fn code_of(error: &serde_json::Error, kind: Option<&str>) -> ErrorCode {
    let message = error.to_string();
    if kind.is_some_and(|kind| message.starts_with(&format!("unknown variant `{kind}`"))) {
        ErrorCode::UnknownType
    } else if message.starts_with("unknown field") {
        ErrorCode::UnknownField
    } else {
        ErrorCode::BadField
    }
}

/// Limits the length of serde's message, which may repeat what the client sent, and drops the position in the text.
fn shortened(message: &str) -> String {
    let message = message.split(" at line ").next().unwrap_or_default();
    if message.chars().count() <= MAX_MESSAGE_CHARS {
        message.to_owned()
    } else {
        message.chars().take(MAX_MESSAGE_CHARS - 1).chain(['…']).collect()
    }
}
