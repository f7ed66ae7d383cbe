use std::iter::Sum;

use ikibuguzo_engine::Lap;

/// What was captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// In how many laps.
    pub laps: u64,
    /// How many counters.
    pub counters: u64,
}

impl Captured {
    /// What some laps captured.
    pub fn of(laps: &[Lap]) -> Self {
        laps.iter()
            .map(counters)
            .filter(|counters| *counters > 0)
            .map(|counters| Self { laps: 1, counters })
            .sum()
    }
}

impl Sum for Captured {
    fn sum<I: Iterator<Item = Self>>(some: I) -> Self {
        let add = |sum: Self, next: Self| Self {
            laps: sum.laps + next.laps,
            counters: sum.counters + next.counters,
        };
        some.fold(Self::default(), add)
    }
}

fn counters(lap: &Lap) -> u64 {
    match lap {
        Lap::Sown { captures, .. } | Lap::Entered { captures, .. } => {
            captures.iter().map(|capture| u64::from(capture.counters)).sum()
        }
        Lap::Passed | Lap::Endless { .. } => 0,
    }
}
