//! The positions of finished games, as an index that grows behind play: who asks which games have reached a position is
//! answered from it.
//!
//! Games are taken in one by one, after they are over, and slowly while many play, so a move pays next to nothing for it. What has been taken in is marked in
//! the same transaction, so a server that is killed goes on where it was, and no game counts twice.

use std::time::Duration;

use ikibuguzo_protocol::GameId;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::live::writer::Writer;
use crate::ops::database_log::DatabaseLog;
use crate::time::Stopwatch;
use ikibuguzo_store::{Commit, GamePositions, GameToIndex, IndexedGame, Store, StoreError};

/// How often finished games are looked for when there were none.
const LOOK: Duration = Duration::from_secs(1);

/// For each moment of work so many of rest: a backlog takes at most a quarter of a core, and of the disk's time.
const REST: u32 = 3;

/// The same while many games are played: there is one writer, and the moves come first.
const REST_IN_PLAY: u32 = 99;

/// Commits a second from which on many games are played.
const MANY: u128 = 100;

/// Takes in the positions of finished games until the server stops.
pub(crate) async fn follow(store: Store, writer: Writer, database_log: DatabaseLog, stop: CancellationToken) {
    let mut looked = (Stopwatch::start(), writer.taken());
    loop {
        let (before, watch) = (looked, Stopwatch::start());
        looked = (watch, writer.taken());
        let is_busy = u128::from(looked.1 - before.1) * 1000 > before.0.elapsed().as_millis() * MANY;
        let rest = match take_in_next(&store, &writer).await {
            Ok(true) => watch.elapsed() * if is_busy { REST_IN_PLAY } else { REST },
            // Another server was faster.
            Ok(false) | Err(StoreError::Conflict) => LOOK,
            Err(error) => {
                database_log.failed(&error);
                LOOK
            }
        };
        tokio::select! {
            () = sleep(rest) => {}
            () = stop.cancelled() => return,
        }
    }
}

/// Takes in the game that has waited for longest; tells whether there was one.
async fn take_in_next(store: &Store, writer: &Writer) -> Result<bool, StoreError> {
    let Some(GameToIndex { number, id, position_number }) = store.next_game_to_index().await? else {
        return Ok(false);
    };
    let indexed = vec![IndexedGame { number, position_number, positions: read(store, id).await? }];
    writer.commit(Commit { indexed, ..Commit::default() }).await?;
    Ok(true)
}

/// A game that cannot be read must not keep the others waiting.
async fn read(store: &Store, game: GameId) -> Result<GamePositions, StoreError> {
    match store.room(game).await {
        Ok(room) => Ok(GamePositions::of(&room)),
        Err(error @ StoreError::Corrupt(_)) => {
            error!(%error, %game, "The positions of a game cannot be told");
            Ok(GamePositions::default())
        }
        Err(error) => Err(error),
    }
}
