//! The time of this machine.

use ikibuguzo_protocol::Timestamp;
use std::time::UNIX_EPOCH;

/// The time now.
pub fn wall_clock_time() -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "the one place of this program that reads it")]
    let now = std::time::SystemTime::now();
    let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::ZERO + since_epoch
}
