//! The number of items on a page.

use ikibuguzo_protocol::ErrorCode;
use serde::{Deserialize, Deserializer};

use crate::error::Error;

/// Reads the parameter `limit`. A text that is no number is read as 0, so that [`page_length`] says which numbers are
/// allowed.
pub(crate) fn read_limit<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    Option::<String>::deserialize(from).map(|text| text.map(|text| text.parse().unwrap_or(0)))
}

/// The number of items on a page: `default` if the query does not say.
///
/// # Errors
///
/// `bad_query` if it is not from 1 to `max`.
pub(crate) fn page_length(limit: Option<u32>, default: u32, max: u32) -> Result<u32, Error> {
    let length = limit.unwrap_or(default);
    if (1..=max).contains(&length) {
        return Ok(length);
    }
    Err(Error::new(ErrorCode::BadQuery, format!("`limit` is a number from 1 to {max}")))
}
