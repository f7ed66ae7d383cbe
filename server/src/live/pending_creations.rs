//! When games are created, in order, so that whoever reads a list oldest first is not overtaken.
//!
//! A game has its time before it is on disk. Without this, one could slip in behind a reader who has had a later one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games that are being created just now. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct PendingCreations {
    /// Never held over an await.
    shared: Arc<Mutex<UnderWay>>,
}

#[derive(Debug, Default)]
struct UnderWay {
    /// No game is given an earlier time from now on.
    earliest: u64,
    /// The latest time that a game was given.
    latest: u64,
    /// How many are being created with each time.
    times: BTreeMap<u64, u32>,
}

/// A game that is being created, until this is dropped.
#[derive(Debug)]
pub struct CreationGuard {
    /// When: milliseconds since 1970-01-01 UTC.
    pub at: u64,
    births: PendingCreations,
}

impl PendingCreations {
    /// A game is being created.
    pub fn begin(&self, now: u64) -> CreationGuard {
        let mut under_way = self.lock();
        let at = now.max(under_way.earliest);
        under_way.latest = under_way.latest.max(at);
        *under_way.times.entry(at).or_insert(0) += 1;
        CreationGuard { at, births: self.clone() }
    }

    /// Every game of this server with an earlier time is on disk, or never will be; what is on disk now is earlier.
    pub fn complete_before(&self, now: u64) -> u64 {
        let mut under_way = self.lock();
        under_way.earliest = under_way.earliest.max(now).max(under_way.latest + 1);
        let first = under_way.times.keys().next().copied();
        first.map_or(under_way.earliest, |first| first.min(under_way.earliest))
    }

    fn lock(&self) -> MutexGuard<'_, UnderWay> {
        // The map is whole after every statement, so a panic elsewhere does not spoil it.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for CreationGuard {
    fn drop(&mut self) {
        let mut under_way = self.births.lock();
        if let Some(games) = under_way.times.get_mut(&self.at) {
            *games -= 1;
            if *games == 0 {
                under_way.times.remove(&self.at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_reads_past_a_game_that_is_being_created() {
        let births = PendingCreations::default();
        let (first, second) = (births.begin(100), births.begin(200));
        assert_eq!(births.complete_before(300), 100);
        drop(first);
        assert_eq!(births.complete_before(300), 200);
        drop(second);
        assert_eq!(births.complete_before(300), 300);
    }

    #[test]
    fn no_game_is_created_before_what_was_read() {
        let births = PendingCreations::default();
        assert_eq!(births.complete_before(300), 300);
        // Even if the clock was set back meanwhile.
        let birth = births.begin(250);
        assert_eq!((birth.at, births.complete_before(250)), (300, 300));
        drop(birth);
        assert_eq!(births.complete_before(300), 301, "what is on disk is read");
    }
}
