//! The one clock.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01 UTC: the only place where the server reads a clock for what it stores.
pub fn now() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    since_epoch.map_or(0, millis)
}

/// A length of time in milliseconds.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Measures how long something takes; nothing in a game is decided by it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
}

impl Stopwatch {
    /// A stopwatch that runs.
    pub fn start() -> Self {
        #[expect(clippy::disallowed_methods, reason = "this is the one place")]
        let started = Instant::now();
        Self { started }
    }

    /// How long it has run.
    pub fn elapsed(self) -> Duration {
        self.started.elapsed()
    }
}
