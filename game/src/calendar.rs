//! Days and months of the calendar, in UTC, as milliseconds since 1970-01-01.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use ikibuguzo_protocol::Timestamp;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;

/// Length of a day.
const DAY_LENGTH: Duration = Duration::from_hours(24);

/// A day from 1970 to 9999 in UTC, such as `2026-11-28`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(Date);

/// A month from 1970 to 9999, such as `2026-11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month {
    first_day: Date,
    /// When the first day begins.
    begins: Timestamp,
}

impl Month {
    /// When the month begins.
    pub fn begins(self) -> Timestamp {
        self.begins
    }

    /// When the next month begins.
    pub fn ends(self) -> Timestamp {
        self.begins + DAY_LENGTH * u32::from(self.first_day.days_in_month().unsigned_abs())
    }
}

impl Day {
    /// The day of a time. A time after 9999 is on its last day.
    pub fn at(time: Timestamp) -> Self {
        Self(calendar_time(time).to_zoned(TimeZone::UTC).date())
    }

    /// When the day begins.
    pub fn begins(self) -> Timestamp {
        begin_of(self.0).unwrap_or_default()
    }

    /// When the next day begins.
    pub fn ends(self) -> Timestamp {
        self.begins() + DAY_LENGTH
    }
}

impl FromStr for Day {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let day = text.parse().ok().map(Self);
        // The parser of dates accepts other forms too.
        day.filter(|day| begin_of(day.0).is_some() && day.to_string() == text)
            .ok_or("a day is written as 2026-11-28, from 1970-01-01 on")
    }
}

impl Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Month {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let first_day = format!("{text}-01").parse::<Date>().ok();
        let month = first_day.and_then(|first_day| Some(Self { first_day, begins: begin_of(first_day)? }));
        // The parser of dates accepts other forms too.
        month
            .filter(|month| month.to_string() == text)
            .ok_or("a month is written as 2026-11, from 1970-01 on")
    }
}

impl Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first_day.strftime("%Y-%m").fmt(f)
    }
}

/// When a day such as `1998-07-12` begins: milliseconds since 1970-01-01 UTC, negative before 1970. None if there is no
/// such day.
pub fn begin_of_day(text: &str) -> Option<i64> {
    let day: Date = text.parse().ok()?;
    // The parser of dates accepts other forms too.
    let begins = day.duration_since(date(1970, 1, 1)).as_millis();
    i64::try_from(begins).ok().filter(|_| day.to_string() == text)
}

/// The month of a time, such as `2026-11`.
pub fn month_of(at: Timestamp) -> String {
    calendar_time(at).strftime("%Y-%m").to_string()
}

/// Reads a date such as `2026-11-21` (its beginning in UTC), a time such as `2026-11-21T07:27:44Z`, or milliseconds
/// since 1970-01-01 UTC.
pub fn parse_time(text: &str) -> Option<Timestamp> {
    if let Ok(milliseconds) = text.parse() {
        return Some(Timestamp::from_millis(milliseconds));
    }
    let begins = |date: Date| Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp());
    let at = text.parse().ok().or_else(|| begins(text.parse().ok()?))?;
    u64::try_from(at.as_millisecond()).ok().map(Timestamp::from_millis)
}

/// When a day begins; none before 1970.
fn begin_of(day: Date) -> Option<Timestamp> {
    let since_1970 = u64::try_from(day.duration_since(date(1970, 1, 1)).as_millis()).ok()?;
    Some(Timestamp::from_millis(since_1970))
}

/// A time as the calendar knows it: at the end of the year 9999 if it is later.
fn calendar_time(at: Timestamp) -> jiff::Timestamp {
    let at = i64::try_from(at.as_millis()).ok().and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
    at.unwrap_or(jiff::Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_time::at;

    #[test]
    fn months_follow_each_other_without_a_gap() {
        let month = |year: i16, month: i8| format!("{year}-{month:02}").parse::<Month>().expect("a month");
        assert_eq!(month(1970, 1).begins(), Timestamp::ZERO);
        assert_eq!(month(2026, 11).begins(), at(1_793_491_200_000));
        for year in 1970..2500 {
            for number in 1..12 {
                assert_eq!(month(year, number).ends(), month(year, number + 1).begins());
            }
            assert_eq!(month(year, 12).ends(), month(year + 1, 1).begins());
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            assert_eq!(begin_of_day(&format!("{year}-02-29")).is_some(), leap, "{year}");
        }
    }

    #[test]
    fn what_is_no_day_or_month_is_refused() {
        for text in ["2026-13", "2026-00", "1969-12", "2026-1", "26-11", "2026-11-01", "", "２０２６-11"]
        {
            assert!(text.parse::<Month>().is_err(), "{text}");
        }
        for text in ["2026-11-00", "2026-11-31", "1998", "2026-11-1"] {
            assert_eq!(begin_of_day(text), None, "{text}");
        }
        assert_eq!(begin_of_day("1998-07-12"), Some(900_201_600_000));
        assert_eq!(begin_of_day("1969-12-30"), Some(-172_800_000));
    }

    #[test]
    fn a_day_is_read_as_it_is_written() {
        let day: Day = "2026-11-28".parse().expect("a day");
        assert_eq!((Day::at(day.begins()), Day::at(day.ends() - Duration::from_millis(1))), (day, day));
        assert_eq!(Day::at(day.ends()).to_string(), "2026-11-29");
        assert_eq!(Day::at(Timestamp::MAX).to_string(), "9999-12-30");
        for text in ["1969-12-31", "2026-11-31", "2026-11", "20261128", "2026-11-28T00:00:00"] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_date_is_its_beginning_in_utc() {
        assert_eq!(parse_time("1970-01-02"), Some(at(86_400_000)));
        assert_eq!(parse_time("2026-11-21T07:27:44Z"), Some(at(1_795_246_064_000)));
        assert_eq!(parse_time("1795246064657"), Some(at(1_795_246_064_657)));
        for bad in ["", "yesterday", "2026-13-01", "1969-12-31", "-1"] {
            assert_eq!(parse_time(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_month_is_counted_in_utc() {
        assert_eq!(month_of(at(1_795_246_064_657)), "2026-11");
        assert_eq!(month_of(Timestamp::MAX), "9999-12");
    }
}
