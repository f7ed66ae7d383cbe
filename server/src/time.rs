//! The one clock, and the calendar.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

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

/// The month of a time, such as `2026-11`, in UTC; in milliseconds since 1970-01-01 UTC.
pub fn month(at: u64) -> String {
    let at = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    at.unwrap_or(Timestamp::MAX).strftime("%Y-%m").to_string()
}

/// Reads a date such as `2026-11-21`, which stands for its beginning in UTC, a time such as `2026-11-21T07:27:44Z`, or
/// milliseconds since 1970-01-01 UTC.
pub fn read(text: &str) -> Option<u64> {
    if let Ok(milliseconds) = text.parse() {
        return Some(milliseconds);
    }
    let begins = |date: Date| Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp());
    let at = text.parse().ok().or_else(|| begins(text.parse().ok()?))?;
    u64::try_from(at.as_millisecond()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_its_beginning_in_utc() {
        assert_eq!(read("1970-01-02"), Some(86_400_000));
        assert_eq!(read("2026-11-21T07:27:44Z"), Some(1_795_246_064_000));
        assert_eq!(read("1795246064657"), Some(1_795_246_064_657));
        for bad in ["", "yesterday", "2026-13-01", "1969-12-31", "-1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_month_is_told_in_utc() {
        assert_eq!(month(1_795_246_064_657), "2026-11");
        assert_eq!(month(u64::MAX), "9999-12");
    }
}
