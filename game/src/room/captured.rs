use std::iter::Sum;

use ikibuguzo_engine::Lap;

/// Numbers of captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// Number of laps that captured.
    pub laps: u64,
    /// Number of counters captured.
    pub counters: u64,
}

impl Captured {
    /// Counts the captures of some laps.
    pub fn of(laps: &[Lap]) -> Self {
        laps.iter()
            .map(captured_counters)
            .filter(|counters| *counters > 0)
            .map(|counters| Self { laps: 1, counters })
            .sum()
    }
}

impl Sum for Captured {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        let add = |sum: Self, next: Self| Self {
            laps: sum.laps + next.laps,
            counters: sum.counters + next.counters,
        };
        parts.fold(Self::default(), add)
    }
}

fn captured_counters(lap: &Lap) -> u64 {
    match lap {
        Lap::Sown { captures, .. } | Lap::Entered { captures, .. } => {
            captures.iter().map(|capture| u64::from(capture.counters)).sum()
        }
        Lap::Passed | Lap::Endless { .. } => 0,
    }
}
