//! Short names of times for tests.

use std::time::Duration;

use ikibuguzo_protocol::Timestamp;

/// A time in milliseconds.
pub(crate) const fn at(millis: u64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// A length of time in milliseconds.
pub(crate) const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}
