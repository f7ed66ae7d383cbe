//! A position whose analysis a request waits for.

use std::net::IpAddr;

use ikibuguzo_bot::{Budget, VERSION, rank_turns};
use ikibuguzo_engine::Position;
use ikibuguzo_game::analysis::candidate_turn;
use ikibuguzo_protocol::PositionAnalysis;
use tokio::sync::oneshot;

/// Largest number of turns in the analysis of a position.
const MAX_CANDIDATES: usize = 3;

/// A position whose analysis a request waits for.
#[derive(Debug)]
pub(crate) struct QueuedPosition {
    /// The address of the client that asks, or its block.
    pub(super) client: IpAddr,
    position: Position,
    /// The budget of the search.
    nodes: u64,
    answer: oneshot::Sender<PositionAnalysis>,
}

impl QueuedPosition {
    /// A position, and where its analysis arrives. `nodes` is the budget of the search.
    pub(crate) fn new(
        client: IpAddr,
        position: Position,
        nodes: u64,
    ) -> (Self, oneshot::Receiver<PositionAnalysis>) {
        let (answer, answered) = oneshot::channel();
        (Self { client, position, nodes, answer }, answered)
    }

    /// Whether nobody waits any longer.
    pub(super) fn is_abandoned(&self) -> bool {
        self.answer.is_closed()
    }

    /// Analyses the position, if somebody still waits.
    pub(super) fn analyse(self) {
        if self.is_abandoned() {
            return;
        }
        let turns = rank_turns(&self.position, MAX_CANDIDATES, Budget::of_nodes(self.nodes));
        let analysis = PositionAnalysis {
            position: self.position.to_string(),
            version: VERSION,
            nodes: self.nodes,
            turns: turns.iter().map(candidate_turn).collect(),
        };
        // The client may have gone meanwhile.
        let _ = self.answer.send(analysis);
    }
}
