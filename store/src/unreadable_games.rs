//! Games whose row or log cannot be read: it is damaged, or a newer version has written it. Lists, exports,
//! ratings and tournaments go on without them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ikibuguzo_protocol::GameId;
use tracing::{error, warn};

use crate::error::StoreError;
use crate::store::Store;

/// Largest number of unreadable games in memory.
const MAX_UNREADABLE_GAMES: usize = 10_000;

/// The unreadable games that this server has found since the start, and whether a newer version has written them. Cheap to
/// clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnreadableGames(Arc<Mutex<BTreeMap<GameId, bool>>>);

impl Store {
    /// Turns [`StoreError::Corrupt`] and [`StoreError::UnreadableLog`] of one game into `None`. Logs each such game once.
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
            Err(error @ (StoreError::Corrupt(_) | StoreError::UnreadableLog(_))) => error,
            other => return other.map(Some),
        };
        let is_newer = matches!(&error, StoreError::UnreadableLog(log) if log.is_newer);
        let mut known = self.unreadable.lock();
        if known.len() >= MAX_UNREADABLE_GAMES || known.insert(game, is_newer).is_some() {
            return Ok(None);
        }
        if is_newer {
            warn!(game.id = %game, %error, "Lists leave out game {game}, which a newer version has written");
        } else {
            error!(game.id = %game, %error, "Game {game} cannot be read: lists, ratings and tournaments leave it out");
        }
        Ok(None)
    }

    /// The number of damaged games that were left out since the start, at most 10,000.
    pub fn unreadable_games(&self) -> usize {
        self.unreadable.lock().values().filter(|is_newer| !**is_newer).count()
    }
}

impl UnreadableGames {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<GameId, bool>> {
        // The set is consistent after every statement, so a poisoned lock is still usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
