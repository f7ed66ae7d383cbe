//! The time of this machine.

use std::time::UNIX_EPOCH;

/// The time now: milliseconds since 1970-01-01 UTC.
pub fn wall_clock_ms() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "the one place of this program that reads it")]
    let now = std::time::SystemTime::now();
    let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX)
}
