//! Games whose logs cannot be read: damaged, or written by a newer version. Lists leave them out, so that one such game
//! does not take all others with it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ikibuguzo_protocol::GameId;
use tracing::error;

use crate::error::StoreError;
use crate::store::Store;

/// Largest number of games that are remembered.
const MAX_KNOWN: usize = 10_000;

/// The games that were found to be unreadable. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnreadableGames(Arc<Mutex<BTreeSet<GameId>>>);

impl Store {
    /// What a list has read of a game, or none if the game's log cannot be read. Each such game is logged once.
    ///
    /// # Errors
    ///
    /// Every other error.
    pub fn leave_out_unreadable<T>(
        &self,
        game: GameId,
        read: Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let error = match read {
            Err(error @ StoreError::Corrupt(_)) => error,
            other => return other.map(Some),
        };
        let mut known = self.unreadable.lock();
        if known.len() < MAX_KNOWN && known.insert(game) {
            error!(game.id = %game, %error, "Lists leave out game {game}, which cannot be read");
        }
        Ok(None)
    }

    /// The number of games that lists have left out since the start, at most 10,000.
    pub fn unreadable_games(&self) -> usize {
        self.unreadable.lock().len()
    }
}

impl UnreadableGames {
    fn lock(&self) -> MutexGuard<'_, BTreeSet<GameId>> {
        // The set is consistent after every statement, so a poisoned lock is still usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
