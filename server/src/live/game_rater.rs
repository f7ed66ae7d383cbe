//! Adds finished rated games to the ratings, in the background.
//!
//! The games of a batch, their places in the order and the ratings after them are stored in one transaction, which is
//! stored only if no other server has added games since the ratings were read. So a game counts once, even after
//! `kill -9`.

use std::time::Duration;

use ikibuguzo_store::{Commit, Store, StoreError};

use super::background_work::BackgroundWork;
use super::writer::Writer;
use crate::time::Stopwatch;

/// Largest number of games in one transaction: a move that arrives meanwhile waits for some milliseconds.
const MAX_RATED_GAMES: u32 = 32;

/// Rest after a batch, as a multiple of the time that it took: the ratings take at most a quarter of a core.
const REST_FACTOR: u32 = 3;

/// Adds finished rated games to the ratings.
#[derive(Debug)]
pub(crate) struct GameRater {
    /// Has the games and the ratings.
    pub(crate) store: Store,
    /// Stores the new ratings.
    pub(crate) writer: Writer,
}

impl BackgroundWork for GameRater {
    const NAME: &'static str = "ratings";

    async fn do_piece(&mut self) -> Result<Option<Duration>, StoreError> {
        let watch = Stopwatch::start();
        let has_games = rate_batch(&self.store, &self.writer).await?;
        Ok(has_games.then(|| watch.elapsed() * REST_FACTOR))
    }
}

/// Adds the games that have waited longest, in one transaction. Returns whether there were any.
async fn rate_batch(store: &Store, writer: &Writer) -> Result<bool, StoreError> {
    let rated = store.rate_next_games(MAX_RATED_GAMES).await?.map(Box::new);
    let has_games = rated.is_some();
    if has_games {
        writer.commit(Commit { rated, ..Commit::default() }).await?;
    }
    Ok(has_games)
}
