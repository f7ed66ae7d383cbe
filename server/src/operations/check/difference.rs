//! What a check finds.

use std::fmt::{self, Display};

use ikibuguzo_store::CountDifference;

/// One thing that is stored and differs from the logs. Its line shows no payload of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// What it is about, such as `game 05cdv44x7ekv, result`.
    pub subject: String,
    /// What is stored.
    pub stored: String,
    /// What follows from the logs.
    pub expected: String,
    /// Whether it was repaired.
    pub is_repaired: bool,
}

/// The counts of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// Games that were read.
    pub games: u64,
    /// Entries of their logs, in games that can be read.
    pub entries: u64,
    /// Games that cannot be read.
    pub unreadable: u64,
    /// Things that differ, including the games that cannot be read.
    pub differences: u64,
    /// Differences that were repaired.
    pub repaired: u64,
    /// Whether rows of games differ and were not repaired: statistics and ratings follow from the rows, so they were not
    /// compared.
    pub has_wrong_rows: bool,
}

impl CheckSummary {
    /// Whether nothing differs, or everything was repaired.
    pub fn is_well(&self) -> bool {
        self.differences == self.repaired
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, stored, expected, is_repaired } = self;
        let end = if *is_repaired { " (repaired)" } else { "" };
        write!(f, "{subject}: stored {stored}, expected {expected}{end}")
    }
}

impl Display for CheckSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, entries, unreadable, differences, repaired, has_wrong_rows } = self;
        write!(
            f,
            "{games} games, {entries} entries, {unreadable} unreadable games, {differences} differences, {repaired} repaired"
        )?;
        if *has_wrong_rows {
            write!(f, "; statistics and ratings were not compared, because rows of games differ")?;
        }
        Ok(())
    }
}

impl From<CountDifference> for Difference {
    fn from(CountDifference { subject, stored, expected }: CountDifference) -> Self {
        Self { subject, stored, expected, is_repaired: false }
    }
}
