//! The one clock.

use std::time::Instant;

/// Now, as everything is measured.
pub fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    Instant::now()
}
