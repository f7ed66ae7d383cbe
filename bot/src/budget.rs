//! The work that a search may do.

/// The work that a search may do. It ends as soon as one of the limits is reached.
///
/// A search of a game in play returns a legal action, whatever the budget.
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
