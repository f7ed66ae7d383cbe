//! The state that all reconnecting clients of a thread share.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use ikibuguzo_protocol::GameId;
use tokio::sync::watch;

use crate::clients::node_list::NodeList;
use crate::clients::stored_events::AcknowledgedMoves;
use crate::results::interruptions::InterruptionStats;

/// The state that all reconnecting clients of a thread share.
#[derive(Debug)]
pub struct ClientsState {
    /// The nodes.
    pub nodes: Arc<NodeList>,
    /// Counts and times.
    pub stats: InterruptionStats,
    /// Every n-th board is compared.
    pub compare_every: u32,
    /// The moves that must be in the stored games.
    pub acknowledged: RefCell<AcknowledgedMoves>,
    /// The progress of each client.
    progress: RefCell<Vec<Rc<Cell<ClientProgress>>>>,
    /// The time from which moves are due. `None` while no move may be made.
    play_from: watch::Sender<Option<Instant>>,
}

/// The game that a client follows, and the number of the last event that it has received.
#[derive(Clone, Copy, Debug)]
pub struct ClientProgress {
    /// The game.
    pub game: GameId,
    /// The number of the last event.
    pub seq: u64,
}

impl ClientsState {
    /// Creates the state of clients that have not connected. No move may be made.
    pub fn new(nodes: Arc<NodeList>, compare_every: u32) -> Self {
        Self {
            nodes,
            stats: InterruptionStats::default(),
            compare_every,
            acknowledged: RefCell::default(),
            progress: RefCell::default(),
            play_from: watch::Sender::new(None),
        }
    }

    /// Adds a client that follows a game.
    pub fn add_progress(&self, game: GameId) -> Rc<Cell<ClientProgress>> {
        let progress = Rc::new(Cell::new(ClientProgress { game, seq: 0 }));
        self.progress.borrow_mut().push(Rc::clone(&progress));
        progress
    }

    /// The progress of each client.
    pub fn progress(&self) -> Vec<ClientProgress> {
        self.progress.borrow().iter().map(|progress| progress.get()).collect()
    }

    /// The time from which moves are due. `None` while no move may be made.
    pub fn play_from(&self) -> Option<Instant> {
        *self.play_from.borrow()
    }

    /// Watches for the start and the stop of play.
    pub fn watch_play(&self) -> watch::Receiver<Option<Instant>> {
        self.play_from.subscribe()
    }

    /// Allows moves from this time, or forbids further moves.
    pub fn set_play_from(&self, start: Option<Instant>) {
        self.play_from.send_replace(start);
    }
}
