//! A line of an export as text: each event is parsed alone, so that a hostile line needs no more memory than its own
//! length.

use std::fmt;

use ikibuguzo_protocol::Event;
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// Largest length of an event, in bytes. The event of a turn with the most laps needs a tenth of it.
const MAX_EVENT_BYTES: usize = 256 << 10;

/// The fields of a line that the summary does not have, and those of the summary that are objects.
#[derive(Deserialize)]
pub(super) struct LineFields {
    /// The place of the game in the export.
    pub(super) cursor: String,
    #[serde(rename = "players")]
    _players: JsonObject,
    #[serde(rename = "outcome")]
    _outcome: JsonObject,
    #[serde(rename = "arrays", default)]
    _arrays: Option<JsonObject>,
    /// The hash of the entry with which the game ended.
    #[serde(default)]
    pub(super) log_hash: Option<String>,
    /// How names and chat messages enter the hashes of the log.
    #[serde(default)]
    pub(super) commitments: Option<Box<RawValue>>,
    /// Every event, in order.
    #[serde(deserialize_with = "events")]
    pub(super) events: Vec<Event>,
}

/// Whether a text begins as a JSON object does. The parser of JSON takes an array for an object, too.
pub(super) fn is_object(text: &str) -> bool {
    text.trim_ascii_start().starts_with('{')
}

/// Any JSON object.
struct JsonObject;

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = JsonObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<JsonObject, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(JsonObject)
    }
}

fn events<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Event>, D::Error> {
    deserializer.deserialize_seq(EventsVisitor)
}

struct EventsVisitor;

impl<'de> Visitor<'de> for EventsVisitor {
    type Value = Vec<Event>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<Vec<Event>, A::Error> {
        let mut events = Vec::new();
        while let Some(text) = texts.next_element::<&RawValue>()? {
            let event =
                event(text.get()).map_err(|why| A::Error::custom(Numbered(events.len() + 1, &why)))?;
            events.push(event);
        }
        Ok(events)
    }
}

/// An error of an event, with its place in the array from 1.
struct Numbered<'a>(usize, &'a str);

impl fmt::Display for Numbered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.0, self.1)
    }
}

fn event(text: &str) -> Result<Event, String> {
    if text.len() > MAX_EVENT_BYTES {
        return Err(format!("it has more than {MAX_EVENT_BYTES} bytes"));
    }
    let event: Event = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match has_objects_as_written(text, &event) {
        true => Ok(event),
        false => Err("an array stands where an object belongs, or the reverse".to_owned()),
    }
}

/// Whether a text has objects and arrays where the server writes them. A text of the server is not parsed again.
fn has_objects_as_written(text: &str, value: &impl Serialize) -> bool {
    let written = serde_json::to_string(value).unwrap_or_default();
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    written == text || is_alike(&parse(text), &parse(&written))
}

fn is_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            other.iter().all(|(name, value)| one.get(name).is_none_or(|found| is_alike(found, value)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.iter().zip(other).all(|(one, other)| is_alike(one, other))
        }
        (Value::Object(_), Value::Array(_)) | (Value::Array(_), Value::Object(_)) => false,
        _ => true,
    }
}
