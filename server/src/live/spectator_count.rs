//! When to tell everybody how many spectators a game has.

use std::time::Duration;

use ikibuguzo_protocol::Timestamp;

/// The shortest time between two messages about the number of spectators, in milliseconds. A thousand spectators who
/// arrive together are one message, not a thousand.
const MIN_INTERVAL: Duration = Duration::from_secs(2);

/// The number of spectators that everybody received last, and when.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpectatorCount {
    told: u32,
    told_at: Timestamp,
}

impl SpectatorCount {
    /// Notes that everybody has received this number.
    pub(super) fn note_told(&mut self, spectators: u32, now: Timestamp) {
        *self = Self { told: spectators, told_at: now };
    }

    /// How long to wait before sending this number; `None` if everybody knows it.
    pub(super) fn due_in(&self, spectators: u32, now: impl FnOnce() -> Timestamp) -> Option<Duration> {
        let wait = || (self.told_at + MIN_INTERVAL).saturating_since(now()).min(MIN_INTERVAL);
        (spectators != self.told).then(wait)
    }
}
