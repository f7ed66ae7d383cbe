//! Values of rows, to and from the types of the program.

use std::fmt::Display;
use std::str::FromStr;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{EndReason, Outcome, PlayerName, Seats, Text, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::StoreError;

/// Reads how a game ended.
pub(crate) fn outcome(winner: Option<&str>, reason: &str) -> Result<Outcome, StoreError> {
    let winner = winner.map(parse::<Seat>).transpose()?.map(Text);
    Ok(Outcome { winner, reason: parse_word::<EndReason>(reason)? })
}

/// Reads the names of both players, none for an empty seat.
pub(crate) fn player_names(
    south: Option<String>,
    north: Option<String>,
) -> Result<Seats<Option<PlayerName>>, StoreError> {
    let name = |name: Option<String>| name.as_deref().map(parse).transpose();
    Ok(Seats { south: name(south)?, north: name(north)? })
}

/// A time as it is stored. A later one than 2⁶³ − 1 is stored as that.
pub(crate) fn stored_time(at: Timestamp) -> i64 {
    stored_number(at.as_millis())
}

/// Reads a stored time.
pub(crate) fn timestamp(millis: i64) -> Result<Timestamp, StoreError> {
    unsigned(millis).map(Timestamp::from_millis)
}

/// A number as it is stored. A larger one than 2⁶³ − 1 is stored as that.
pub(crate) fn stored_number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Reads a stored count.
pub(crate) fn unsigned(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(corrupt)
}

/// Reads a stored text.
pub(crate) fn parse<T: FromStr>(text: &str) -> Result<T, StoreError>
where
    T::Err: Display,
{
    text.parse().map_err(corrupt)
}

/// The word as which serde writes a variant without fields.
pub(crate) fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Reads a variant without fields from the word as which serde writes it.
pub(crate) fn parse_word<T: DeserializeOwned>(word: &str) -> Result<T, StoreError> {
    serde_json::from_value(Value::from(word)).map_err(corrupt)
}

/// A [`StoreError::Corrupt`] for this reason.
pub(crate) fn corrupt(error: impl Display) -> StoreError {
    StoreError::Corrupt(error.to_string())
}
