//! The number of items on a page.

use ikibuguzo_protocol::ErrorCode;

use crate::error::Error;

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
