//! Days and months of the common calendar, in UTC, as milliseconds since 1970-01-01.

use std::fmt::{self, Display};
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// Milliseconds of a day.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// A month: `2026-11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month {
    year: u64,
    month: u64,
}

impl Month {
    /// When it begins.
    pub fn begins(self) -> u64 {
        days(self.year, self.month, 1) * DAY
    }

    /// When it is over.
    pub fn ends(self) -> u64 {
        match self.month {
            12 => days(self.year + 1, 1, 1) * DAY,
            month => days(self.year, month + 1, 1) * DAY,
        }
    }
}

/// When a day begins that is written as `1998-07-12`. None where there is no such day, or it lies before 1970.
pub fn day(text: &str) -> Option<u64> {
    let (month, day) = text.rsplit_once('-')?;
    let month: Month = month.parse().ok()?;
    let at = month.begins() + number(day, 2)?.checked_sub(1)? * DAY;
    (at < month.ends()).then_some(at)
}

impl FromStr for Month {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts =
            text.split_once('-').and_then(|(year, month)| Some((number(year, 4)?, number(month, 2)?)));
        match parts {
            Some((year @ 1970.., month @ 1..=12)) => Ok(Self { year, month }),
            _ => Err("a month is written as 2026-11, from 1970-01 on"),
        }
    }
}

impl Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// A number with so many digits.
fn number(text: &str, digits: usize) -> Option<u64> {
    let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// Days from 1970-01-01 to a day from then on.
fn days(year: u64, month: u64, day: u64) -> u64 {
    // A year that begins in March has its leap day at its end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_years = year * 365 + year / 4 - year / 100 + year / 400;
    of_years + (month * 153 + 2) / 5 + day - 1 - 719_468
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
    fn months_follow_each_other_without_a_gap() {
        let month = |year, month| Month { year, month };
        assert_eq!(month(1970, 1).begins(), 0);
        assert_eq!(month(2026, 11).begins(), 1_793_491_200_000);
        for year in 1970..2500 {
            for number in 1..12 {
                assert_eq!(month(year, number).ends(), month(year, number + 1).begins());
            }
            assert_eq!(month(year, 12).ends(), month(year + 1, 1).begins());
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            assert_eq!(day(&format!("{year}-02-29")).is_some(), leap, "{year}");
        }
    }

    #[test]
    fn what_is_no_day_or_month_is_refused() {
        for text in ["2026-13", "2026-00", "1969-12", "2026-1", "26-11", "2026-11-01", "", "２０２６-11"]
        {
            assert!(text.parse::<Month>().is_err(), "{text}");
        }
        for text in ["2026-11-00", "2026-11-31", "1955-01-01", "1998", "2026-11-1"] {
            assert_eq!(day(text), None, "{text}");
        }
        assert_eq!(day("1998-07-12"), Some(900_201_600_000));
    }

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
