use std::net::SocketAddr;

use ikibuguzo_protocol::{Period, Timestamp};

/// The cause of a node's death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// Its process was killed: all its connections ended.
    Killed,
    /// It could not write its heartbeat: its process was stopped, or it could not reach the database.
    Silenced,
}

/// A time in which a node was dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadTime {
    /// The address of the node.
    pub node: SocketAddr,
    /// What made it dead.
    pub death: Death,
    /// When the fault began.
    pub from: Timestamp,
    /// When the fault ended.
    pub lifted: Timestamp,
    /// When the node was ready again.
    pub until: Timestamp,
}

/// The times in which nodes were dead.
#[derive(Clone, Debug, Default)]
pub struct DeadTimes {
    /// All nodes.
    pub nodes: Vec<SocketAddr>,
    /// All times in which a node was dead.
    pub times: Vec<DeadTime>,
    /// Times in which this machine stood still, so that no node may have run.
    pub pauses: Vec<Period>,
}

impl DeadTimes {
    /// The times in which no node ran. `end` chooses the end of a time in which a node was dead.
    pub(super) fn of_all_nodes(&self, end: fn(&DeadTime) -> Timestamp) -> Vec<Period> {
        let mut common = vec![Period::new(Timestamp::ZERO, Timestamp::MAX)];
        for node in &self.nodes {
            let of_node = self.times.iter().filter(|time| time.node == *node);
            let of_node: Vec<_> = of_node.map(|time| Period::new(time.from, end(time))).collect();
            let both =
                common.iter().flat_map(|one| of_node.iter().filter_map(|other| one.intersection(*other)));
            common = both.collect();
        }
        common
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_node_runs_while_all_are_dead() {
        let nodes = [1, 2].map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
        let at = Timestamp::from_millis;
        let dead = |node: usize, from, until| DeadTime {
            node: nodes[node],
            death: Death::Killed,
            from: at(from),
            lifted: at(until),
            until: at(until),
        };
        let times = vec![dead(0, 10, 20), dead(0, 30, 40), dead(1, 15, 35)];
        let dead = DeadTimes { nodes: nodes.to_vec(), times, pauses: Vec::new() };
        assert_eq!(
            dead.of_all_nodes(|time| time.until),
            [Period::new(at(15), at(20)), Period::new(at(30), at(35))]
        );
    }
}
