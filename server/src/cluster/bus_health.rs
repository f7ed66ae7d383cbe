//! Whether every other node can be heard on the bus, and whether messages were lost. If so, the database has to be read.

use std::collections::HashMap;

use ikibuguzo_store::NodeId;

/// The longest silence on the bus of a node that can be heard, in milliseconds. A node sends twice a second.
const MAX_SILENCE_MS: u64 = 1_200;

/// The newest message of each node.
#[derive(Debug, Default)]
pub(super) struct BusHealth {
    heard: HashMap<NodeId, Heard>,
    has_gap: bool,
}

#[derive(Debug)]
struct Heard {
    number: u64,
    at: u64,
}

impl BusHealth {
    /// Notes a message, at a time in milliseconds.
    pub(super) fn note_message(&mut self, node: NodeId, number: u64, now: u64) {
        let before = self.heard.get(&node).map(|heard| heard.number);
        // Messages that come twice or late fill no gap, which has been noted.
        self.has_gap |= before.is_none_or(|before| number > before.saturating_add(1));
        let number = before.map_or(number, |before| before.max(number));
        self.heard.insert(node, Heard { number, at: now });
    }

    /// Notes that messages may have been lost.
    pub(super) fn note_gap(&mut self) {
        self.has_gap = true;
    }

    /// Whether messages were lost since this was asked last.
    pub(super) fn take_gap(&mut self) -> bool {
        std::mem::take(&mut self.has_gap)
    }

    /// Whether each of these nodes was heard a moment ago, at a time in milliseconds.
    pub(super) fn hears_all(&self, nodes: impl Iterator<Item = NodeId>, now: u64) -> bool {
        let mut nodes = nodes;
        nodes.all(|node| self.heard.get(&node).is_some_and(|heard| now <= heard.at + MAX_SILENCE_MS))
    }

    /// Forgets a node that has died.
    pub(super) fn forget(&mut self, node: NodeId) {
        self.heard.remove(&node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_message_is_a_gap_and_a_repeated_one_is_none() {
        let (mut health, node) = (BusHealth::default(), NodeId::from_random(2));
        let mut gaps = Vec::new();
        for number in [5, 6, 6, 8, 7, 9] {
            health.note_message(node, number, 1);
            gaps.push(health.take_gap());
        }
        assert_eq!(gaps, [true, false, false, true, false, false]);
    }

    #[test]
    fn a_node_that_is_silent_is_not_heard() {
        let (mut health, node) = (BusHealth::default(), NodeId::from_random(2));
        assert!(health.hears_all([].into_iter(), 0) && !health.hears_all([node].into_iter(), 0));
        health.note_message(node, 1, 1_000);
        assert!(health.hears_all([node].into_iter(), 2_200));
        assert!(!health.hears_all([node].into_iter(), 2_201));
    }
}
