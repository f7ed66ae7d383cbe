use std::time::Duration;

use std::fmt::{self, Display};

use ikibuguzo_testing::Transcript;

use crate::injector::FaultCounts;

/// What the campaign counts.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) faults: FaultCounts,
    pub(crate) games: usize,
    pub(crate) acknowledged: usize,
    pub(crate) moves: usize,
    pub(crate) resent: usize,
    pub(crate) events: usize,
    pub(crate) own_cuts: usize,
    pub(crate) excused: usize,
    /// The largest difference between a charge and what it should be.
    pub(crate) clock_error: Duration,
    /// Times from a kill to the next move of a player who was to move and had a line to the node.
    pub(crate) recoveries: Vec<Duration>,
    /// Times in which this machine did nothing.
    pub(crate) pauses: Vec<Duration>,
}

impl FaultCounts {
    pub(crate) fn add(&mut self, other: Self) {
        self.kills += other.kills;
        self.stops += other.stops;
        self.database += other.database;
        self.bus += other.bus;
        self.clocks += other.clocks;
        self.refused_writes += other.refused_writes;
        self.lost_entries += other.lost_entries;
        self.imports += other.imports;
    }
}

impl Figures {
    pub(crate) fn add(&mut self, transcript: &Transcript) {
        self.acknowledged += transcript.acknowledged.len();
        self.resent += transcript.resent;
        self.events += transcript.events.len();
        self.own_cuts += transcript.lines.iter().filter(|line| line.was_cut).count();
    }
}

impl Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FaultCounts { kills, stops, database, bus, clocks, refused_writes, lost_entries, imports } =
            self.faults;
        writeln!(
            f,
            "{kills} kills, {stops} stops, {database} cuts of the database, {bus} faults of the bus, {clocks} wrong clocks, \
             {refused_writes} times of refused writes, {lost_entries} lost entries, {imports} imports"
        )?;
        writeln!(
            f,
            "{} games, {} acknowledged commands, {} of them moves, {} sent again, {} events compared, {} own lines cut",
            self.games, self.acknowledged, self.moves, self.resent, self.events, self.own_cuts
        )?;
        writeln!(f, "{} excused events, largest clock error {:?}", self.excused, self.clock_error)?;
        let mut sorted = self.recoveries.clone();
        sorted.sort_unstable();
        writeln!(
            f,
            "from a kill to the next move of its {} players to move: p50 {:?}, p99 {:?}, longest {:?}",
            sorted.len(),
            percentile(&sorted, 50),
            percentile(&sorted, 99),
            percentile(&sorted, 100)
        )?;
        write!(f, "pauses of this machine: {:?}", self.pauses)
    }
}

/// The smallest value that is at least as large as this percentage of all; 0 of none.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}
