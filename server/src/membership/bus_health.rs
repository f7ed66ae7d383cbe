//! Which nodes cannot be heard on the bus, or have sent messages that were lost: what they do has to be read from the
//! database.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::NodeId;

/// The longest silence on the bus of a node that can be heard, in milliseconds. A node sends twice a second.
const MAX_SILENCE: Duration = Duration::from_millis(1_200);

/// What is known of each node, and until when.
#[derive(Debug, Default)]
pub(super) struct BusHealth {
    nodes: HashMap<NodeId, NodeNews>,
}

/// A node, and until when it is known here what it did: by its messages, or from the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MissedNode {
    /// The node.
    pub(crate) node: NodeId,
    /// Until when it is known what the node did.
    pub(crate) known_until: Timestamp,
}

#[derive(Debug, Default)]
struct NodeNews {
    /// The number of its newest message.
    newest: Option<u64>,
    heard_at: Timestamp,
    known_until: Timestamp,
    has_gap: bool,
}

impl BusHealth {
    /// Notes a message, at a time in milliseconds.
    pub(super) fn note_message(&mut self, node: NodeId, number: u64, now: Timestamp) {
        let news = self.nodes.entry(node).or_default();
        // A repeated or late message does not fill a gap, which has already been noted.
        news.has_gap |= news.newest.is_none_or(|newest| number > newest.saturating_add(1));
        news.newest = news.newest.max(Some(number));
        news.heard_at = now;
        if !news.has_gap {
            news.known_until = now;
        }
    }

    /// Notes that messages of a node may have been lost, such as its last ones if it has died.
    pub(super) fn note_gap(&mut self, node: NodeId) {
        self.nodes.entry(node).or_default().has_gap = true;
    }

    /// Notes that messages of any node may have been lost.
    pub(super) fn note_gaps(&mut self) {
        self.nodes.values_mut().for_each(|news| news.has_gap = true);
    }

    /// The nodes whose messages were lost, and the running nodes that have not been heard lately.
    pub(super) fn missed(&self, running: &HashSet<NodeId>, now: Timestamp) -> Vec<MissedNode> {
        let is_silent = |node: &NodeId| {
            self.nodes.get(node).is_none_or(|news| now > news.heard_at.saturating_add(MAX_SILENCE))
        };
        let silent = running.iter().copied().filter(is_silent);
        let with_gap = self.nodes.iter().filter(|(_, news)| news.has_gap).map(|(node, _)| *node);
        let missed: HashSet<_> = silent.chain(with_gap).collect();
        let known_until = |node| self.nodes.get(&node).map(|news| news.known_until).unwrap_or_default();
        missed.into_iter().map(|node| MissedNode { node, known_until: known_until(node) }).collect()
    }

    /// Notes that the database was read, at a time in milliseconds. A node that does not run needs no further reading.
    pub(super) fn note_read(&mut self, missed: &[MissedNode], running: &HashSet<NodeId>, at: Timestamp) {
        for MissedNode { node, .. } in missed {
            let news = self.nodes.entry(*node).or_default();
            (news.known_until, news.has_gap) = (at.max(news.known_until), false);
            if !running.contains(node) {
                self.nodes.remove(node);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node() -> NodeId {
        NodeId::from_random(2)
    }

    fn known_until(health: &BusHealth, now: Timestamp) -> Option<u64> {
        let missed = health.missed(&HashSet::from([node()]), now);
        missed.first().map(|missed| missed.known_until.as_millis())
    }

    #[test]
    fn a_lost_message_is_a_gap_and_a_repeated_one_is_none() {
        let (mut health, running) = (BusHealth::default(), HashSet::from([node()]));
        let mut gaps = Vec::new();
        for (number, at) in [(5, 10), (6, 20), (6, 30), (8, 40), (7, 50), (9, 60)] {
            let at = Timestamp::from_millis(at);
            health.note_message(node(), number, at);
            gaps.push(known_until(&health, at));
            health.note_read(&health.missed(&running, at), &running, at);
        }
        assert_eq!(gaps, [Some(0), None, None, Some(30), None, None]);
    }

    #[test]
    fn a_node_that_is_silent_is_missed_since_it_was_heard_or_read() {
        let (mut health, running) = (BusHealth::default(), HashSet::from([node()]));
        assert_eq!(known_until(&health, Timestamp::ZERO), Some(0), "never heard");
        assert!(health.missed(&HashSet::new(), Timestamp::ZERO).is_empty());
        health.note_read(
            &health.missed(&running, Timestamp::from_millis(500)),
            &running,
            Timestamp::from_millis(500),
        );
        assert_eq!(known_until(&health, Timestamp::from_millis(5_000)), Some(500));
        health.note_message(node(), 1, Timestamp::from_millis(6_000));
        assert_eq!(
            known_until(&health, Timestamp::from_millis(6_000)),
            Some(500),
            "the messages before are missing"
        );
        health.note_read(
            &health.missed(&running, Timestamp::from_millis(6_000)),
            &running,
            Timestamp::from_millis(6_000),
        );
        assert_eq!(known_until(&health, Timestamp::from_millis(7_200)), None);
        assert_eq!(known_until(&health, Timestamp::from_millis(7_201)), Some(6_000));
    }

    #[test]
    fn a_dead_node_is_missed_until_the_database_was_read_once() {
        let (mut health, nobody) = (BusHealth::default(), HashSet::new());
        health.note_message(node(), 1, Timestamp::from_millis(1_000));
        health.note_read(
            &health.missed(&nobody, Timestamp::from_millis(1_000)),
            &HashSet::from([node()]),
            Timestamp::from_millis(1_000),
        );
        health.note_gap(node());
        assert_eq!(
            health.missed(&nobody, Timestamp::from_millis(2_500)),
            [MissedNode { node: node(), known_until: Timestamp::from_millis(1_000) }]
        );
        health.note_read(
            &health.missed(&nobody, Timestamp::from_millis(2_500)),
            &nobody,
            Timestamp::from_millis(2_500),
        );
        assert!(health.missed(&nobody, Timestamp::from_millis(2_600)).is_empty());
    }

    #[test]
    fn a_message_that_cannot_be_read_is_a_gap_of_every_node() {
        let (mut health, running) = (BusHealth::default(), HashSet::from([node()]));
        health.note_message(node(), 1, Timestamp::from_millis(1_000));
        health.note_read(
            &health.missed(&running, Timestamp::from_millis(1_000)),
            &running,
            Timestamp::from_millis(1_000),
        );
        health.note_gaps();
        assert_eq!(known_until(&health, Timestamp::from_millis(1_000)), Some(1_000));
    }
}
