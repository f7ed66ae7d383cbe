//! For whom games wait, for lists. The row of a game does not say it: a row that changed with every turn would slow
//! moves down (decision 0028). It is folded from the log once, and rooms in memory keep it up to date.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::{HashMap, HashMapExt};
use ikibuguzo_game::projection::Standing;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{Store, StoreError};
use tokio::sync::Semaphore;

/// Largest number of standings that are kept; when there are more, all are forgotten. One takes about 150 bytes.
const MAX_KEPT_STANDINGS: usize = 10_000;

/// Largest number of requests that fold logs at a time: long lists leave readers of the database to others.
const CONCURRENT_FOLDS: usize = 1;

/// The standings of games that somebody has asked for. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Standings(Arc<KnownStandings>);

#[derive(Debug)]
struct KnownStandings {
    store: Store,
    folds: Semaphore,
    /// Never locked over an await.
    known: Mutex<HashMap<GameId, Standing>>,
}

impl Standings {
    /// No standing is known yet.
    pub fn new(store: Store) -> Self {
        let (folds, known) = (Semaphore::new(CONCURRENT_FOLDS), Mutex::default());
        Self(Arc::new(KnownStandings { store, folds, known }))
    }

    /// Notes new entries of a game that somebody has asked for.
    pub(super) fn refresh(&self, game: GameId, room: &Room) {
        if let Some(standing) = self.known().get_mut(&game).filter(|known| known.head() < room.head()) {
            *standing = Standing::of(room);
        }
    }

    /// Forgets the standing of a game whose log has lost entries.
    pub(super) fn forget(&self, game: GameId) {
        self.known().remove(&game);
    }

    /// The standings of some games at their newest entries, also if another server has stored these. Unknown
    /// and unreadable games are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn find(&self, games: &[GameId]) -> Result<HashMap<GameId, Standing>, StoreError> {
        let mut found = HashMap::with_capacity(games.len());
        for (game, head) in self.0.store.find_heads(games).await? {
            let standing = match self.known_at(game, head) {
                Some(standing) => standing,
                None => {
                    let folded = self.fold(game, head).await;
                    let Some(standing) = self.0.store.leave_out_unreadable(game, folded)? else { continue };
                    standing
                }
            };
            found.insert(game, standing);
        }
        Ok(found)
    }

    async fn fold(&self, game: GameId, head: u64) -> Result<Standing, StoreError> {
        let _permit = self.0.folds.acquire().await;
        // Another request may have folded it meanwhile.
        if let Some(standing) = self.known_at(game, head) {
            return Ok(standing);
        }
        let standing = Standing::of(&self.0.store.load_room(game).await?);
        self.remember(game, standing.clone());
        Ok(standing)
    }

    /// The standing of a game with at least `head` entries.
    fn known_at(&self, game: GameId, head: u64) -> Option<Standing> {
        self.known().get(&game).filter(|standing| standing.head() >= head).cloned()
    }

    fn remember(&self, game: GameId, standing: Standing) {
        let mut known = self.known();
        if known.len() >= MAX_KEPT_STANDINGS {
            known.clear();
        }
        known.insert(game, standing);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<GameId, Standing>> {
        // The map is consistent after every statement, so a poisoned lock is still usable.
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
