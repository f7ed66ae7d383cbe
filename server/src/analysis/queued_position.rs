//! A position whose analysis a request waits for.

use std::net::IpAddr;

use ikibuguzo_engine::Position;
use ikibuguzo_game::positions::analyse_position;
use ikibuguzo_protocol::PositionAnalysis;
use tokio::sync::oneshot;

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
        // The client may have gone meanwhile.
        let _ = self.answer.send(analyse_position(&self.position, self.nodes));
    }
}
