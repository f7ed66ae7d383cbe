use std::fmt::{self, Display};
use std::time::Duration;

use crate::Timestamp;

/// The time from one moment to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Period {
    /// The start.
    pub from: Timestamp,
    /// The end. The period is empty if it is not after the start.
    pub until: Timestamp,
}

impl Period {
    /// The period between two times.
    pub fn new(from: Timestamp, until: Timestamp) -> Self {
        Self { from, until }
    }

    /// The length; zero if the period is empty.
    pub fn length(self) -> Duration {
        self.until.saturating_since(self.from)
    }

    /// The intersection with another period; none if it is empty.
    pub fn intersection(self, other: Self) -> Option<Self> {
        let common = Self::new(self.from.max(other.from), self.until.min(other.until));
        (common.from < common.until).then_some(common)
    }

    /// The parts that are in none of the other periods, in order.
    pub fn without(self, others: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut from = self.from;
        for other in Self::merge(others) {
            parts.extend(self.intersection(Self::new(from, other.from)));
            from = from.max(other.until);
        }
        parts.extend(self.intersection(Self::new(from, self.until)));
        parts
    }

    /// The periods in order. Periods that overlap or touch become one.
    pub fn merge(periods: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut sorted: Vec<Self> = periods.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup_by(|next, merged| {
            let touches = next.from <= merged.until;
            if touches {
                merged.until = merged.until.max(next.until);
            }
            touches
        });
        sorted
    }
}

impl Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period((from, until): (u64, u64)) -> Period {
        Period::new(Timestamp::from_millis(from), Timestamp::from_millis(until))
    }

    fn millis(periods: &[Period]) -> Vec<(u64, u64)> {
        periods.iter().map(|period| (period.from.as_millis(), period.until.as_millis())).collect()
    }

    #[test]
    fn the_parts_outside_other_periods_are_found() {
        let without =
            |others: &[(u64, u64)]| millis(&period((10, 20)).without(others.iter().copied().map(period)));
        assert_eq!(without(&[]), [(10, 20)]);
        assert_eq!(without(&[(0, 30)]), []);
        assert_eq!(without(&[(15, 16), (0, 12)]), [(12, 15), (16, 20)]);
        assert_eq!(without(&[(12, 18), (13, 14), (25, 30), (0, 5)]), [(10, 12), (18, 20)]);
    }

    #[test]
    fn periods_that_overlap_or_touch_become_one() {
        let merge = |periods: &[(u64, u64)]| millis(&Period::merge(periods.iter().copied().map(period)));
        assert_eq!(merge(&[]), []);
        assert_eq!(merge(&[(5, 9), (1, 3), (8, 12), (12, 13), (20, 30)]), [(1, 3), (5, 13), (20, 30)]);
        assert_eq!(merge(&[(1, 10), (2, 3), (4, 11)]), [(1, 11)]);
    }
}
