//! Finished games for exports, in the order of their ends. One game is in memory at a time.

use std::vec;

use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::projection::ProjectedEvent;
use ikibuguzo_game::replay;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameSummary;
use ikibuguzo_store::{FinishedQuery, Store, StoreError};

/// Summaries that one query reads.
const BATCH_SIZE: u32 = 100;

/// A stream of finished games.
#[derive(Debug)]
pub(crate) struct FinishedGames {
    store: Store,
    ended: FinishedQuery,
    batch: vec::IntoIter<GameSummary>,
    is_last_batch: bool,
}

/// A finished game with its log, folded once.
#[derive(Debug)]
pub(crate) struct ExportGame {
    /// The game as lists show it.
    pub(crate) summary: GameSummary,
    /// Its log.
    pub(crate) log: Vec<Entry>,
    /// The room at the end of the log.
    pub(crate) room: Room,
    /// Every event of the log.
    pub(crate) events: Vec<ProjectedEvent>,
}

impl FinishedGames {
    /// A stream that starts with the first of these games.
    pub(crate) fn new(store: Store, ended: FinishedQuery) -> Self {
        Self { store, ended, batch: Vec::new().into_iter(), is_last_batch: false }
    }

    /// The next game; `None` at the end. Games that ended before they had a board are left out.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub(crate) async fn next(&mut self) -> Result<Option<ExportGame>, StoreError> {
        while let Some(summary) = self.next_summary().await? {
            let log = self.store.log(summary.game).await?;
            let (room, events) = replay::room_and_events(&log, 0)?;
            if room.game().is_some() {
                return Ok(Some(ExportGame { summary, log, room, events }));
            }
        }
        Ok(None)
    }

    async fn next_summary(&mut self) -> Result<Option<GameSummary>, StoreError> {
        while self.batch.as_slice().is_empty() && !self.is_last_batch {
            let page = self.store.list_finished_games(&self.ended, BATCH_SIZE).await?;
            self.batch = page.games.into_iter();
            self.is_last_batch = page.next.is_none();
            self.ended.after = page.next.or(self.ended.after);
        }
        Ok(self.batch.next())
    }
}
