//! A game that waits for its analysis, or is being analysed.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ikibuguzo_bot::{RecordedGame, TurnAnalysis, VERSION, accuracy};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{Analysis, GameId, Seats};

use super::wire::{analysed_turn, rounded};

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

    /// The analysis, once all turns are analysed.
    pub(super) fn whole(&self) -> Analysis {
        Analysis { done: true, ..self.progress() }
    }

    /// The analysis so far. It is done when it is stored: a kill cannot lose what was called done.
    pub(crate) fn progress(&self) -> Analysis {
        let turns = self.turns();
        let accuracy = accuracy(&turns).map(|percent| percent.map(rounded));
        Analysis {
            game: self.game,
            version: VERSION,
            nodes: self.nodes,
            done: false,
            turn_count: u32::try_from(self.recorded.turns().len()).unwrap_or(u32::MAX),
            turns: turns.iter().map(analysed_turn).collect(),
            accuracy: Seats { south: accuracy.south, north: accuracy.north },
        }
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
