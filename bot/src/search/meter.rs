//! How much of its budget a search has used.

use crate::Budget;

/// Number of nodes after which `should_stop` is called again.
const NODES_BETWEEN_CALLS: u64 = 1024;

/// Counts the nodes and laps of a search.
pub(super) struct Meter<'a> {
    budget: Budget,
    should_stop: &'a mut dyn FnMut() -> bool,
    pub(super) nodes: u64,
    pub(super) laps: u64,
    is_used_up: bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(budget: Budget, should_stop: &'a mut dyn FnMut() -> bool) -> Meter<'a> {
        Meter { budget, should_stop, nodes: 0, laps: 0, is_used_up: false }
    }

    /// Counts an action that was played.
    pub(super) fn count(&mut self, laps: u16) {
        self.nodes += 1;
        self.laps += u64::from(laps);
        let is_spent = self.nodes >= self.budget.nodes || self.laps >= self.budget.laps;
        if is_spent || (self.nodes.is_multiple_of(NODES_BETWEEN_CALLS) && (self.should_stop)()) {
            self.is_used_up = true;
        }
    }

    /// Whether the search must end. Once true, it stays true.
    pub(super) fn is_used_up(&self) -> bool {
        self.is_used_up
    }
}
