//! The one clock.
//!
//! The server's time starts as the system's and then moves on by a clock that nobody sets, so that a player's time does not
//! depend on how the system's clock is set. If the system's clock is set back, the server's stays ahead until a restart.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ikibuguzo_game::downtime::Downtime;

/// How far the system's clock must be ahead before the server's time follows it, in milliseconds.
const MIN_STEP_MS: u64 = 100;

static CLOCK: LazyLock<SteadyClock> = LazyLock::new(|| SteadyClock::start_at(system_time()));

/// Milliseconds since 1970-01-01 UTC: the only clock for what the server stores.
pub fn now() -> u64 {
    CLOCK.now()
}

/// Follows the system's clock if it was set forward, or if the machine was suspended. Returns the time that was left out: no
/// server ran in it.
pub(crate) fn follow_system_clock() -> Option<Downtime> {
    CLOCK.follow(system_time())
}

fn system_time() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    since_epoch.map_or(0, millis)
}

/// A clock that never goes back. Times are milliseconds since 1970-01-01 UTC.
struct SteadyClock {
    running: Stopwatch,
    /// The time at which the stopwatch was started, moved on by the steps that were followed.
    start: AtomicU64,
}

impl SteadyClock {
    fn start_at(now: u64) -> Self {
        Self { running: Stopwatch::start(), start: AtomicU64::new(now) }
    }

    fn now(&self) -> u64 {
        self.start.load(Ordering::Acquire) + millis(self.running.elapsed())
    }

    /// Steps forward to a later time. Returns the step.
    fn follow(&self, system: u64) -> Option<Downtime> {
        let from = self.now();
        let step = system.checked_sub(from).filter(|step| *step >= MIN_STEP_MS)?;
        self.start.fetch_add(step, Ordering::AcqRel);
        Some(Downtime { from, until: from + step })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const START: u64 = 1_795_246_064_650;

    #[test]
    fn the_time_follows_a_clock_that_is_set_forward() {
        let clock = SteadyClock::start_at(START);
        let system = START + 3_600_000;
        let step = clock.follow(system).expect("a step");
        assert!(step.from >= START && step.until == system, "{step:?}");
        assert!(clock.now() >= system);
        assert_eq!(clock.follow(clock.now()), None, "it is followed once");
    }

    #[test]
    fn the_time_does_not_go_back() {
        let clock = SteadyClock::start_at(START);
        assert_eq!(clock.follow(START - 3_600_000), None);
        assert_eq!(clock.follow(0), None);
        assert!(clock.now() >= START);
    }

    #[test]
    fn a_small_difference_is_no_step() {
        let clock = SteadyClock::start_at(START);
        assert_eq!(clock.follow(START + MIN_STEP_MS - 1), None);
    }
}
