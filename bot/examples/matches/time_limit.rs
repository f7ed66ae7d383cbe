//! Time limits: the one place that reads a clock.

use std::time::{Duration, Instant};

/// The end of the time for an action, if it is limited.
#[derive(Clone, Copy)]
pub(crate) struct TimeLimit(Option<Instant>);

impl TimeLimit {
    #[expect(clippy::disallowed_methods, reason = "matches are measurements of time")]
    pub(crate) fn after(time: Option<Duration>) -> TimeLimit {
        TimeLimit(time.map(|time| Instant::now() + time))
    }

    #[expect(clippy::disallowed_methods, reason = "matches are measurements of time")]
    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}
