use std::time::Duration;

use ikibuguzo_protocol::Timestamp;
use std::fmt::{self, Display};

/// A period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    /// Its start.
    pub from: Timestamp,
    /// Its end.
    pub until: Timestamp,
}

impl Interval {
    /// The period between two times.
    pub fn new(from: Timestamp, until: Timestamp) -> Self {
        Self { from, until }
    }

    /// Its length.
    pub fn length(self) -> Duration {
        self.until.saturating_since(self.from)
    }

    /// Its intersection with another period; none if it is empty.
    pub fn intersection(self, other: Self) -> Option<Self> {
        let common = Self::new(self.from.max(other.from), self.until.min(other.until));
        (common.from < common.until).then_some(common)
    }

    /// The parts of it that lie in none of these periods, in order.
    pub(super) fn without(self, others: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut others: Vec<Self> = others.into_iter().collect();
        others.sort_unstable();
        let (mut parts, mut from) = (Vec::new(), self.from);
        for other in others {
            parts.extend(self.intersection(Self::new(from, other.from)));
            from = from.max(other.until);
        }
        parts.extend(self.intersection(Self::new(from, self.until)));
        parts
    }
}

impl Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.until)
    }
}

/// The sum of the lengths of some periods.
pub(super) fn total_length(parts: &[Interval]) -> Duration {
    parts.iter().map(|part| part.length()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_outside_other_periods_are_found() {
        let at = Timestamp::from_millis;
        let period = Interval::new(at(10), at(20));
        let without = |others: &[(u64, u64)]| {
            let parts =
                period.without(others.iter().map(|(from, until)| Interval::new(at(*from), at(*until))));
            parts.iter().map(|part| (part.from.as_millis(), part.until.as_millis())).collect::<Vec<_>>()
        };
        assert_eq!(without(&[]), [(10, 20)]);
        assert_eq!(without(&[(0, 30)]), []);
        assert_eq!(without(&[(15, 16), (0, 12)]), [(12, 15), (16, 20)]);
        assert_eq!(without(&[(12, 18), (13, 14), (25, 30), (0, 5)]), [(10, 12), (18, 20)]);
    }
}
