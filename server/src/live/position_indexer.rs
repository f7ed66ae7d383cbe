//! Adds the positions of finished games to the index of positions, behind play.
//!
//! One game is added at a time, slowly while many games are played, so that a move pays almost nothing for it. A game is
//! marked as added in the same transaction, so a killed server continues where it was and no game counts twice.

use std::time::Duration;

use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{Commit, GamePositions, GameToIndex, IndexedGame, Store, StoreError};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::error;

use super::writer::Writer;
use crate::ops::database_log::DatabaseLog;
use crate::time::Stopwatch;

/// How often to look for finished games when there were none.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Rest after each game, as a multiple of the time it took: a backlog takes at most a quarter of a core.
const REST_FACTOR: u32 = 3;

/// The same while many games are played: moves come first.
const BUSY_REST_FACTOR: u32 = 99;

/// Commits a second from which on many games are played.
const BUSY_COMMITS_PER_SECOND: u128 = 100;

/// Adds games until the server stops.
pub(crate) async fn index_finished_games(
    store: Store,
    writer: Writer,
    database_log: DatabaseLog,
    stop: CancellationToken,
) {
    let mut last = (Stopwatch::start(), writer.accepted());
    loop {
        let (before, watch) = (last, Stopwatch::start());
        last = (watch, writer.accepted());
        let commits = u128::from(last.1 - before.1);
        let is_busy = commits * 1000 > before.0.elapsed().as_millis() * BUSY_COMMITS_PER_SECOND;
        let rest = match index_next(&store, &writer).await {
            Ok(true) => watch.elapsed() * if is_busy { BUSY_REST_FACTOR } else { REST_FACTOR },
            // On a conflict another server has added the game.
            Ok(false) | Err(StoreError::Conflict) => POLL_INTERVAL,
            Err(error) => {
                database_log.failed(&error);
                POLL_INTERVAL
            }
        };
        tokio::select! {
            () = sleep(rest) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Adds the game that has waited longest. Returns whether there was one.
async fn index_next(store: &Store, writer: &Writer) -> Result<bool, StoreError> {
    let Some(GameToIndex { number, id, position_number }) = store.find_game_to_index().await? else {
        return Ok(false);
    };
    let positions = read_positions(store, id).await?;
    let indexed = vec![IndexedGame { number, position_number, positions }];
    writer.commit(Commit { indexed, ..Commit::default() }).await?;
    Ok(true)
}

/// The positions of a game. A game that cannot be read has none, so that it does not block the others.
async fn read_positions(store: &Store, game: GameId) -> Result<GamePositions, StoreError> {
    match store.load_room(game).await {
        Ok(room) => Ok(GamePositions::of(&room)),
        Err(error @ StoreError::Corrupt(_)) => {
            error!(%error, game.id = %game, "The positions of game {game} cannot be indexed");
            Ok(GamePositions::default())
        }
        Err(error) => Err(error),
    }
}
