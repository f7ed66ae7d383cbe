//! Adds the positions of finished public games to the index of positions, in the background.
//!
//! Many games are added in one transaction when nobody plays, and one at a time, slowly, while many games are played,
//! so that a move pays almost nothing for it. A game is marked as added in the same transaction, so after a kill the
//! server continues where it was, and no game counts twice.

use std::mem::replace;
use std::time::Duration;

use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{Commit, GamePositions, GameToIndex, IndexedGame, Store, StoreError};
use tracing::error;

use super::background_work::BackgroundWork;
use super::writer::Writer;
use super::yielding::yield_to_others;
use crate::time::Stopwatch;

/// Number of positions in one transaction from which on no more games are added to it. A move that arrives meanwhile
/// waits for the transaction: some tens of milliseconds.
const MAX_BATCH_POSITIONS: usize = 3_000;

/// Number of commits of others a second from which on games are played.
const PLAYED_COMMITS_PER_SECOND: u128 = 5;

/// Number of commits of others a second from which on many games are played.
const BUSY_COMMITS_PER_SECOND: u128 = 100;

/// How fast games are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pace {
    /// Largest number of games in one transaction.
    batch: u32,
    /// Rest after a transaction, as a multiple of the time it took.
    rest_factor: u32,
}

impl Pace {
    /// Nobody plays.
    const IDLE: Self = Self { batch: 64, rest_factor: 0 };
    /// Some games are played: a transaction is short, and takes at most a quarter of a core.
    const PLAYED: Self = Self { batch: 4, rest_factor: 3 };
    /// Many games are played: moves come first.
    const BUSY: Self = Self { batch: 1, rest_factor: 99 };

    /// The pace while others made this number of commits in this time.
    fn of(commits: u64, elapsed: Duration) -> Self {
        let is_above = |rate: u128| u128::from(commits) * 1000 > elapsed.as_millis().max(1) * rate;
        match (is_above(BUSY_COMMITS_PER_SECOND), is_above(PLAYED_COMMITS_PER_SECOND)) {
            (true, _) => Self::BUSY,
            (false, true) => Self::PLAYED,
            (false, false) => Self::IDLE,
        }
    }
}

/// Adds the positions of finished public games to their index.
#[derive(Debug)]
pub(crate) struct PositionIndexer {
    store: Store,
    writer: Writer,
    /// When the last piece began, and the number of commits until then.
    last: (Stopwatch, u64),
    /// The number of commits of the last piece.
    own_commits: u64,
}

impl PositionIndexer {
    pub(crate) fn new(store: Store, writer: Writer) -> Self {
        let last = (Stopwatch::start(), writer.accepted());
        Self { store, writer, last, own_commits: 0 }
    }

    /// How fast to go on, by what others have committed since the last piece began.
    fn next_pace(&mut self) -> Pace {
        let (watch, before) = replace(&mut self.last, (Stopwatch::start(), self.writer.accepted()));
        Pace::of((self.last.1 - before).saturating_sub(self.own_commits), watch.elapsed())
    }
}

impl BackgroundWork for PositionIndexer {
    const NAME: &'static str = "position index";

    async fn do_piece(&mut self) -> Result<Option<Duration>, StoreError> {
        let (pace, watch) = (self.next_pace(), Stopwatch::start());
        self.own_commits = 0;
        let has_games = index_batch(&self.store, &self.writer, pace.batch).await?;
        self.own_commits = u64::from(has_games);
        Ok(has_games.then(|| watch.elapsed() * pace.rest_factor))
    }
}

/// Adds the games that have waited longest, in one transaction. Returns whether there were any.
async fn index_batch(store: &Store, writer: &Writer, limit: u32) -> Result<bool, StoreError> {
    let (mut indexed, mut count) = (Vec::new(), 0);
    for GameToIndex { number, id, position_number } in store.find_games_to_index(limit).await? {
        if count >= MAX_BATCH_POSITIONS {
            break;
        }
        yield_to_others().await;
        let positions = read_positions(store, id).await?;
        count += positions.first.len();
        indexed.push(IndexedGame { number, position_number, positions });
    }
    let has_games = !indexed.is_empty();
    if has_games {
        writer.commit(Commit { indexed, ..Commit::default() }).await?;
    }
    Ok(has_games)
}

/// The positions of a game. A game that cannot be read has none, so that it does not block the others.
async fn read_positions(store: &Store, game: GameId) -> Result<GamePositions, StoreError> {
    match store.load_room(game).await {
        Ok(room) => Ok(GamePositions::of(&room)),
        Err(error @ (StoreError::Corrupt(_) | StoreError::UnreadableLog(_))) => {
            error!(%error, game.id = %game, "The positions of game {game} cannot be indexed");
            Ok(GamePositions::default())
        }
        Err(error) => Err(error),
    }
}
