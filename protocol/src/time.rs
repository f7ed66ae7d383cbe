//! Times and periods. Lengths of time are [`Duration`]s; on the wire they are whole milliseconds.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A time: whole milliseconds since 1970-01-01 UTC, from 0 to 2⁶⁴ − 1. On the wire and in rows it is that number.
///
/// Arithmetic is that of `u64`: a result outside the range is an error of the program. Methods whose names begin with
/// `saturating` return the nearest time instead.
///
/// ```
/// use std::time::Duration;
///
/// use ikibuguzo_protocol::Timestamp;
///
/// let start = Timestamp::from_millis(1_767_225_600_000);
/// let end = start + Duration::from_secs(5);
/// assert_eq!(end - start, Duration::from_millis(5_000));
/// assert_eq!(start.saturating_since(end), Duration::ZERO);
/// assert_eq!(serde_json::to_string(&end)?, "1767225605000");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(u64);

impl Timestamp {
    /// 1970-01-01 UTC. In imported games: an unknown time.
    pub const ZERO: Self = Self(0);

    /// The latest time.
    pub const MAX: Self = Self(u64::MAX);

    /// Makes a time from a number of milliseconds after 1970-01-01 UTC.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// The number of milliseconds since 1970-01-01 UTC.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The whole seconds since 1970-01-01 UTC.
    pub const fn as_secs(self) -> u64 {
        self.0 / 1_000
    }

    /// The time that has passed since an earlier time; zero if that time is later.
    pub fn saturating_since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The time that has passed since an earlier time; none if that time is later.
    pub fn checked_since(self, earlier: Self) -> Option<Duration> {
        self.0.checked_sub(earlier.0).map(Duration::from_millis)
    }

    /// A later time, at most [`MAX`](Self::MAX).
    pub fn saturating_add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(whole_millis(time)))
    }

    /// An earlier time, at least [`ZERO`](Self::ZERO).
    pub fn saturating_sub(self, time: Duration) -> Self {
        Self(self.0.saturating_sub(whole_millis(time)))
    }
}

impl Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads a number of milliseconds.
impl FromStr for Timestamp {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + whole_millis(time))
    }
}

impl AddAssign<Duration> for Timestamp {
    fn add_assign(&mut self, time: Duration) {
        *self = *self + time;
    }
}

impl Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, time: Duration) -> Self {
        Self(self.0 - whole_millis(time))
    }
}

impl Sub for Timestamp {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0 - earlier.0)
    }
}

/// A number of milliseconds, for deserializers.
impl From<u64> for Timestamp {
    fn from(millis: u64) -> Self {
        Self(millis)
    }
}

/// The whole milliseconds of a length of time; the largest number if there are more.
pub fn whole_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Lengths of time as whole milliseconds, for `#[serde(with = "…")]`.
pub mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes a length of time.
    ///
    /// # Errors
    ///
    /// Returns the serializer's error.
    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(super::whole_millis(*time))
    }

    /// Reads a length of time.
    ///
    /// # Errors
    ///
    /// Returns the deserializer's error.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}
