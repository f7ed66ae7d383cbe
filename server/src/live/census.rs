//! Counts, from their logs, the games that ended before there were statistics: in the background, some at a time, once.

use ikibuguzo_protocol::GameId;
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::live::writer::Writer;
use crate::ops::database_log::DatabaseLog;
use crate::time;
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_store::{Commit, Listing, ListingUpdate, Store, StoreError};

/// Games that are counted at a time.
const AT_ONCE: u32 = 32;

/// Counts until nothing is left to count, or the server stops. What fails is tried again when a server starts.
pub(crate) async fn catch_up(
    store: Store,
    writer: Writer,
    database_log: DatabaseLog,
    stop: CancellationToken,
) {
    while !stop.is_cancelled() {
        match count_some(&store, &writer).await {
            Ok(0) => return,
            // Another server counts too.
            Ok(_) | Err(StoreError::Conflict) => {}
            Err(error) => return database_log.failed(&error),
        }
    }
}

async fn count_some(store: &Store, writer: &Writer) -> Result<usize, StoreError> {
    let games = store.uncounted(AT_ONCE).await?;
    for game in &games {
        writer.commit(counted(store, *game).await?).await?;
    }
    Ok(games.len())
}

/// What is written of a game that is counted now.
async fn counted(store: &Store, game: GameId) -> Result<Commit, StoreError> {
    let mut commit = Commit { counted: vec![game], ..Commit::default() };
    match store.room(game).await {
        Ok(room) => {
            commit.finished.extend(FinishedGame::of(&room));
            commit.listings.push(ListingUpdate::whole(game, &Listing::of(&room, time::now())));
        }
        // It would be in the way for ever.
        Err(error @ StoreError::Corrupt(_)) => {
            error!(game.id = %game, %error, "Game {game} cannot be counted");
        }
        Err(error) => return Err(error),
    }
    Ok(commit)
}
