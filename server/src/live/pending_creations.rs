//! The creation times of games that are being stored, so that a reader of a list, oldest first, misses none.
//!
//! A game gets its creation time before it is on disk. Without this, a game could appear behind the place that a reader
//! has reached. Other nodes write to the database until when they have stored all games.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ikibuguzo_protocol::Timestamp;

use crate::cluster::nodes::Nodes;

/// The games that are being created. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PendingCreations {
    nodes: Nodes,
    own: OwnCreations,
}

/// The games that are being created on this node. Cheap to clone.
#[derive(Clone, Debug, Default)]
struct OwnCreations {
    /// Never held over an await.
    state: Arc<Mutex<CreationTimes>>,
}

#[derive(Debug, Default)]
struct CreationTimes {
    /// No game gets an earlier time from now on.
    earliest: Timestamp,
    /// The latest time that a game got.
    latest: Timestamp,
    /// The number of games that are being created with each time.
    pending: BTreeMap<Timestamp, u32>,
}

/// A game that is being created, until this is dropped.
#[derive(Debug)]
pub struct CreationGuard {
    /// The game's creation time.
    pub at: Timestamp,
    creations: OwnCreations,
}

impl PendingCreations {
    /// No game is being created on this node.
    pub fn new(nodes: Nodes) -> Self {
        Self { nodes, own: OwnCreations::default() }
    }

    /// Begins a creation. Its time is `now`, or later if a reader has passed `now`.
    pub fn begin(&self, now: Timestamp) -> CreationGuard {
        self.own.begin(now)
    }

    /// The time up to which lists are complete: every game with an earlier time is on disk, or never will be.
    /// Everything that this node has stored is earlier.
    pub fn complete_before(&self, now: Timestamp) -> Timestamp {
        self.own.complete_before(now).min(self.nodes.complete_before())
    }

    /// Whether this node is creating no game.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.own.lock().pending.is_empty()
    }

    /// The time up to which lists are complete as far as this node is concerned.
    pub(crate) fn own_complete_before(&self, now: Timestamp) -> Timestamp {
        self.own.complete_before(now)
    }
}

impl OwnCreations {
    fn begin(&self, now: Timestamp) -> CreationGuard {
        let mut state = self.lock();
        let at = now.max(state.earliest);
        state.latest = state.latest.max(at);
        *state.pending.entry(at).or_insert(0) += 1;
        CreationGuard { at, creations: self.clone() }
    }

    fn complete_before(&self, now: Timestamp) -> Timestamp {
        let mut state = self.lock();
        state.earliest = state.earliest.max(now).max(state.latest + Duration::from_millis(1));
        let first = state.pending.keys().next().copied();
        first.map_or(state.earliest, |first| first.min(state.earliest))
    }

    fn lock(&self) -> MutexGuard<'_, CreationTimes> {
        // The state is consistent after every statement, so a poisoned lock is still usable.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for CreationGuard {
    fn drop(&mut self) {
        let mut state = self.creations.lock();
        if let Some(games) = state.pending.get_mut(&self.at) {
            *games -= 1;
            if *games == 0 {
                state.pending.remove(&self.at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_complete_only_before_the_first_pending_creation() {
        let creations = OwnCreations::default();
        let (first, second) =
            (creations.begin(Timestamp::from_millis(100)), creations.begin(Timestamp::from_millis(200)));
        assert_eq!(creations.complete_before(Timestamp::from_millis(300)), Timestamp::from_millis(100));
        drop(first);
        assert_eq!(creations.complete_before(Timestamp::from_millis(300)), Timestamp::from_millis(200));
        drop(second);
        assert_eq!(creations.complete_before(Timestamp::from_millis(300)), Timestamp::from_millis(300));
    }

    #[test]
    fn no_game_is_created_before_the_time_that_a_reader_has_passed() {
        let creations = OwnCreations::default();
        assert_eq!(creations.complete_before(Timestamp::from_millis(300)), Timestamp::from_millis(300));
        // Even if the clock was set back meanwhile.
        let creation = creations.begin(Timestamp::from_millis(250));
        assert_eq!(
            (creation.at, creations.complete_before(Timestamp::from_millis(250))),
            (Timestamp::from_millis(300), Timestamp::from_millis(300))
        );
        drop(creation);
        assert_eq!(
            creations.complete_before(Timestamp::from_millis(300)),
            Timestamp::from_millis(301),
            "games on disk are earlier"
        );
    }
}
