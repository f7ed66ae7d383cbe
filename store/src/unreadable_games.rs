//! Games whose row or log cannot be read: it is damaged, or a newer version has written it. Lists, exports,
//! ratings and tournaments go on without them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ikibuguzo_protocol::GameId;
use tracing::error;

use crate::error::StoreError;
use crate::store::Store;

/// Largest number of unreadable games in memory.
const MAX_UNREADABLE_GAMES: usize = 10_000;

/// The unreadable games that this server has found since the start. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnreadableGames(Arc<Mutex<BTreeSet<GameId>>>);

impl Store {
    /// Turns [`StoreError::Corrupt`] of one game into `None`. Logs each such game once.
    ///
    /// # Errors
    ///
    /// All other errors of `read`.
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
        if known.len() < MAX_UNREADABLE_GAMES && known.insert(game) {
            error!(game.id = %game, %error, "Game {game} cannot be read: lists, ratings and tournaments leave it out");
        }
        Ok(None)
    }

    /// The number of games that were left out since the start, at most 10,000.
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
