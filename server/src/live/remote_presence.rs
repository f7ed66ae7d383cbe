//! Who is connected to the other nodes, for the players and spectators of one game.

use std::collections::HashMap;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_store::NodeId;

/// Who is connected to each of the other nodes, as far as they have reported it.
#[derive(Debug, Default)]
pub(super) struct RemotePresence {
    nodes: HashMap<NodeId, Connections>,
}

/// Who is connected to one node.
#[derive(Clone, Copy, Debug, Default)]
struct Connections {
    players: BySeat<bool>,
    spectators: u32,
}

impl RemotePresence {
    /// Notes what a node has reported. Returns whether it had reported nothing before.
    pub(super) fn note(&mut self, node: NodeId, players: BySeat<bool>, spectators: u32) -> bool {
        self.nodes.insert(node, Connections { players, spectators }).is_none()
    }

    /// Notes which players are connected to a node, according to the database.
    pub(super) fn note_players(&mut self, node: NodeId, players: BySeat<bool>) {
        self.nodes.entry(node).or_default().players = players;
    }

    /// Forgets a node. Returns which players were connected to it.
    pub(super) fn forget(&mut self, node: NodeId) -> BySeat<bool> {
        self.nodes.remove(&node).unwrap_or_default().players
    }

    /// Whether a player is connected to another node.
    pub(super) fn is_connected(&self, seat: Seat) -> bool {
        self.nodes.values().any(|connections| connections.players[seat])
    }

    /// The number of spectators at other nodes.
    pub(super) fn spectators(&self) -> u32 {
        self.nodes.values().fold(0, |sum, connections| sum.saturating_add(connections.spectators))
    }
}
