//! The clock that every part of a server is given.
//!
//! The server's time starts as the system's and then moves on by a clock that nobody sets, so that a player's time does
//! not depend on how the system's clock is set. If the system's clock is set back, the server's stays ahead until a
//! restart. With Postgres the server's time is the database's, so that several servers have the same. In a simulation
//! it runs as tokio's time does, which a test can pause and move.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ikibuguzo_protocol::{Period, Timestamp, whole_millis};
use tokio::time::Instant;

/// An hour.
pub(crate) const HOUR: Duration = Duration::from_hours(1);

/// A day.
pub(crate) const DAY: Duration = Duration::from_hours(24);

/// How far another clock must be ahead for a step.
const MIN_STEP: Duration = Duration::from_millis(100);

/// How far the server's time may be ahead of the database's. The server's time then stands still until
/// both are the same.
const MAX_AHEAD: Duration = Duration::from_millis(250);

/// A time as text for people.
pub(crate) fn time_text(at: Timestamp) -> String {
    let time = i64::try_from(at.as_millis()).ok().and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
    time.unwrap_or_default().strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// What a clock elsewhere showed, and the server's time before it was asked and after it has answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClockReading {
    /// Before the question.
    pub(crate) before: Timestamp,
    /// What the clock showed.
    pub(crate) shown: Timestamp,
    /// After the answer.
    pub(crate) after: Timestamp,
}

/// The server's time is so far ahead of the database's that it does not wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooFarAhead;

/// A server's clock, which never goes back. Cheap to clone; all clones show the same time.
#[derive(Clone, Debug)]
pub struct Clock(Arc<ClockParts>);

#[derive(Debug)]
struct ClockParts {
    running: Stopwatch,
    /// The time at which the stopwatch was started, in milliseconds, moved by all steps that were followed.
    start: AtomicU64,
    /// The time does not go back before this one, in milliseconds.
    earliest: AtomicU64,
    system: SystemClock,
}

/// The clock of the machine, which somebody may set.
#[derive(Debug)]
enum SystemClock {
    Real,
    /// Runs as tokio's time does. The time at which the server's clock was started, in milliseconds, moved by all turns.
    Simulated(AtomicU64),
}

/// The clock of this machine.
impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}

impl Clock {
    /// A clock that starts at the system's time.
    pub fn system() -> Self {
        Self::start_at(system_time(), SystemClock::Real)
    }

    /// The clock of a simulated machine, which starts at this time and runs as tokio's time does. If that is paused, the
    /// clock must be made in the runtime in which it is read.
    pub fn simulated(start: Timestamp) -> Self {
        Self::start_at(start, SystemClock::Simulated(AtomicU64::new(start.as_millis())))
    }

    fn start_at(now: Timestamp, system: SystemClock) -> Self {
        Self(Arc::new(ClockParts {
            running: Stopwatch::start(),
            start: AtomicU64::new(now.as_millis()),
            earliest: AtomicU64::new(0),
            system,
        }))
    }

    /// The time now.
    pub fn now(&self) -> Timestamp {
        let now = self.0.start.load(Ordering::Acquire) + self.running_millis();
        Timestamp::from_millis(now.max(self.0.earliest.load(Ordering::Acquire)))
    }

    /// Sets the system's clock of a simulated machine to a time, as an operator does, or a suspended machine when it
    /// goes on. A real one is left alone.
    pub fn turn_system_to(&self, time: Timestamp) {
        if let SystemClock::Simulated(start) = &self.0.system {
            start.store(time.as_millis().saturating_sub(self.running_millis()), Ordering::Release);
        }
    }

    /// Follows the system's clock if it was set forward, or if the machine was suspended. Returns the time that was
    /// left out: no server ran in it.
    pub(crate) fn follow_system(&self) -> Option<Period> {
        self.follow(self.system_time())
    }

    /// Starts the server's time as the database's, however this machine's clock is set. Nothing may have been decided
    /// yet.
    pub(crate) fn start_at_database(&self, reading: ClockReading) {
        match self.follow_database(reading) {
            Ok(_) => {}
            Err(TooFarAhead) => {
                self.0.start.fetch_sub(whole_millis(reading.before - reading.shown), Ordering::AcqRel);
            }
        }
    }

    /// Follows the database's clock, which all nodes share: moves by the least amount that makes the reading possible,
    /// since the clock showed its time at some moment between the question and the answer. Returns a step that was
    /// left out.
    ///
    /// # Errors
    ///
    /// If the server's time is ahead of the database's by more than 250 ms.
    pub(crate) fn follow_database(&self, reading: ClockReading) -> Result<Option<Period>, TooFarAhead> {
        let ClockReading { before, shown, after } = reading;
        let behind = shown.saturating_since(after);
        let ahead = before.saturating_since(shown);
        if ahead > MAX_AHEAD {
            return Err(TooFarAhead);
        }
        if behind >= MIN_STEP {
            return Ok(self.follow(self.now() + behind));
        }
        if !ahead.is_zero() {
            self.0.earliest.fetch_max(self.now().as_millis(), Ordering::AcqRel);
        }
        self.0.start.fetch_add(whole_millis(behind), Ordering::AcqRel);
        self.0.start.fetch_sub(whole_millis(ahead), Ordering::AcqRel);
        Ok(None)
    }

    /// Steps forward to a later time. Returns the step.
    fn follow(&self, later: Timestamp) -> Option<Period> {
        let from = self.now();
        let step = later.checked_since(from).filter(|step| *step >= MIN_STEP)?;
        self.0.start.fetch_add(whole_millis(step), Ordering::AcqRel);
        Some(Period::new(from, from + step))
    }

    fn running_millis(&self) -> u64 {
        whole_millis(self.0.running.elapsed())
    }

    fn system_time(&self) -> Timestamp {
        match &self.0.system {
            SystemClock::Real => system_time(),
            SystemClock::Simulated(start) => {
                Timestamp::from_millis(start.load(Ordering::Acquire) + self.running_millis())
            }
        }
    }
}

fn system_time() -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    Timestamp::ZERO + since_epoch.unwrap_or_default()
}

/// Measures how long something takes; nothing in a game is decided by it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
}

impl Stopwatch {
    /// A stopwatch that runs.
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }

    /// How long it has run.
    pub fn elapsed(self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_millis(1_795_246_064_650);

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn the_time_follows_a_clock_that_is_set_forward() {
        let clock = Clock::simulated(START);
        let system = START + ms(3_600_000);
        let step = clock.follow(system).expect("a step");
        assert!(step.from >= START && step.until == system, "{step:?}");
        assert!(clock.now() >= system);
        assert_eq!(clock.follow(clock.now()), None, "it is followed once");
    }

    #[test]
    fn the_time_does_not_go_back() {
        let clock = Clock::simulated(START);
        assert_eq!(clock.follow(START - ms(3_600_000)), None);
        assert_eq!(clock.follow(Timestamp::ZERO), None);
        assert!(clock.now() >= START);
    }

    #[test]
    fn the_time_follows_the_clock_of_a_database_as_far_as_its_answer_tells() {
        let clock = Clock::simulated(START);
        let read = |shown| ClockReading { before: START, shown, after: START + ms(40) };
        assert_eq!(clock.follow_database(read(START + ms(30))), Ok(None));
        assert!(clock.now() < START + ms(1_000), "the answer is possible");
        assert_eq!(clock.follow_database(read(START + ms(90))), Ok(None));
        assert!(clock.now() >= START + ms(50));
        let step = clock.follow_database(read(START + ms(5_040))).expect("followed").expect("a step");
        assert_eq!(step.until - step.from, ms(5_000));
    }

    #[test]
    fn a_time_ahead_of_the_database_waits_or_is_refused() {
        let clock = Clock::simulated(START);
        let read = |shown| ClockReading { before: START, shown, after: START + ms(40) };
        assert_eq!(clock.follow_database(read(START - ms(251))), Err(TooFarAhead));
        assert_eq!(clock.follow_database(read(START - ms(250))), Ok(None));
        let stopped = clock.now();
        assert!(stopped >= START && clock.now() <= stopped + ms(1), "it waits");
        clock.start_at_database(read(START - ms(5_000)));
        assert!(clock.0.start.load(Ordering::Acquire) <= (START - ms(5_000)).as_millis());
    }

    #[test]
    fn a_small_difference_is_no_step() {
        let clock = Clock::simulated(START);
        assert_eq!(clock.follow(START + MIN_STEP - ms(1)), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_simulated_clock_runs_as_the_runtime_does_and_follows_its_own_system_clock() {
        let clock = Clock::simulated(START);
        let other = Clock::simulated(START + HOUR);
        tokio::time::advance(ms(1_500)).await;
        assert_eq!((clock.now(), other.now()), (START + ms(1_500), START + HOUR + ms(1_500)));
        assert_eq!(clock.follow_system(), None);
        clock.turn_system_to(START + HOUR);
        assert_eq!(clock.follow_system(), Some(Period::new(START + ms(1_500), START + HOUR)));
        clock.turn_system_to(START);
        tokio::time::advance(ms(500)).await;
        assert_eq!(clock.follow_system(), None, "it does not go back");
        assert_eq!(clock.now(), START + HOUR + ms(500));
    }
}
