//! A game that waits for its analysis, or is being analysed.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ikibuguzo_bot::{RecordedGame, TurnAnalysis};
use ikibuguzo_game::analysis::analysis_of;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{Analysis, GameId};

/// A game that waits for its analysis, or is being analysed.
#[derive(Debug)]
pub(crate) struct QueuedGame {
    pub(super) game: GameId,
    /// The player who asked for it.
    pub(super) asked_by: PlayerId,
    /// The address or network from which it was asked for.
    pub(super) client: IpAddr,
    pub(super) recorded: RecordedGame,
    /// The budget of one search.
    pub(super) nodes: u64,
    turns: Mutex<Vec<TurnAnalysis>>,
}

impl QueuedGame {
    /// A game without analysed turns. `nodes` is the budget of one search.
    pub(crate) fn new(
        game: GameId,
        asked_by: PlayerId,
        client: IpAddr,
        recorded: RecordedGame,
        nodes: u64,
    ) -> Self {
        Self { game, asked_by, client, recorded, nodes, turns: Mutex::default() }
    }

    /// The analysis of the turns that are analysed.
    pub(super) fn analysis(&self) -> Analysis {
        analysis_of(self.game, self.nodes, self.recorded.turns().len(), &self.turns())
    }

    /// The analysis so far. It is done when it is stored: a kill cannot lose what was called done.
    pub(crate) fn progress(&self) -> Analysis {
        Analysis { done: false, ..self.analysis() }
    }

    /// Adds the next turn.
    pub(super) fn add_turn(&self, turn: TurnAnalysis) {
        self.turns().push(turn);
    }

    fn turns(&self) -> MutexGuard<'_, Vec<TurnAnalysis>> {
        // A turn is added whole, so a poisoned lock is still usable.
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
