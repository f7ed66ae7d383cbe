//! Finished games for exports, in the order of their ends. One game is in memory at a time.

use std::vec;

use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::projection::ProjectedEvent;
use ikibuguzo_game::replay;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::GameSummary;
use ikibuguzo_store::{FinishedQuery, Store, StoreError};

/// Number of summaries that one query reads.
const MAX_SUMMARIES_READ: u32 = 100;

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

/// One step of a stream of finished games.
#[derive(Debug)]
pub(crate) enum Step<T> {
    /// The next game.
    Found(T),
    /// A part of the games was examined, and none was found.
    Examined,
    /// There are no more games.
    Ended,
}

impl<T> Step<T> {
    /// The same step with its game in another form.
    ///
    /// # Errors
    ///
    /// The error of `change`.
    pub(crate) fn try_map<U, E>(self, change: impl FnOnce(T) -> Result<U, E>) -> Result<Step<U>, E> {
        Ok(match self {
            Self::Found(found) => Step::Found(change(found)?),
            Self::Examined => Step::Examined,
            Self::Ended => Step::Ended,
        })
    }
}

impl FinishedGames {
    /// A stream that starts with the first of these games.
    pub(crate) fn new(store: Store, ended: FinishedQuery) -> Self {
        Self { store, ended, batch: Vec::new().into_iter(), is_last_batch: false }
    }

    /// Takes one step, which reads a bounded number of games: the next game, or a part of the list without one. Games
    /// that ended before they had a board, and games that cannot be read, are left out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub(crate) async fn step(&mut self) -> Result<Step<ExportGame>, StoreError> {
        let Some(summary) = self.batch.next() else { return self.read_batch().await };
        let game = summary.game;
        let read = self.read(summary).await;
        let read = self.store.leave_out_unreadable(game, read)?;
        Ok(read.filter(|game| game.room.has_board()).map_or(Step::Examined, Step::Found))
    }

    async fn read(&self, summary: GameSummary) -> Result<ExportGame, StoreError> {
        let log = self.store.log(summary.game).await?;
        let (room, events) = replay::room_and_events(&log, 0)?;
        Ok(ExportGame { summary, log, room, events })
    }

    async fn read_batch(&mut self) -> Result<Step<ExportGame>, StoreError> {
        if self.is_last_batch {
            return Ok(Step::Ended);
        }
        let page = self.store.list_finished_games(&self.ended, MAX_SUMMARIES_READ).await?;
        self.batch = page.games.into_iter();
        self.is_last_batch = page.next.is_none();
        self.ended.after = page.next.or(self.ended.after);
        Ok(Step::Examined)
    }
}
