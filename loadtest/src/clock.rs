//! The clock of the tool.

use std::time::Instant;

/// The current time.
pub fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "the tool reads the clock only here")]
    Instant::now()
}
