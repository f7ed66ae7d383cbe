//! The budget of a search, and the meter that counts how much of it is used.

/// The work that a search may do. It ends as soon as one of the limits is reached.
///
/// A search of a game in play returns a legal action, with any budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Number of actions played in the search.
    pub nodes: u64,
    /// Number of laps sown in the search. One turn can have 256.
    pub laps: u64,
    /// Number of turns that the search looks ahead, at most 60. Captures are followed further.
    pub depth: u8,
}

impl Budget {
    /// Largest depth.
    pub const MAX_DEPTH: u8 = 60;

    /// A budget of this many actions, eight times as many laps, and any depth.
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget { nodes, laps: nodes.saturating_mul(8), depth: Budget::MAX_DEPTH }
    }

    /// A budget of this depth and any number of actions and laps.
    pub const fn of_depth(depth: u8) -> Budget {
        Budget { nodes: u64::MAX, laps: u64::MAX, depth }
    }
}

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
