//! Adds finished rated games to the ratings, behind play.
//!
//! The games of a batch, their places in the order and the ratings after them are stored in one transaction, which is stored
//! only if no other server has added games since the ratings were read. So a game counts once, also through `kill -9`.

use ikibuguzo_store::{Commit, Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::behind_play::rest_after;
use super::writer::Writer;
use crate::cluster::nodes::Nodes;
use crate::ops::database_log::DatabaseLog;
use crate::time::Stopwatch;

/// Games in one transaction, at most: a move that comes meanwhile waits for some milliseconds.
const MAX_BATCH: u32 = 32;

/// Rest after a batch, as a multiple of the time that it took: the ratings take at most a quarter of a core.
const REST_FACTOR: u32 = 3;

/// Adds games until the server stops.
pub(crate) async fn rate_finished_games(
    store: Store,
    nodes: Nodes,
    writer: Writer,
    database_log: DatabaseLog,
    stop: CancellationToken,
) {
    loop {
        let watch = Stopwatch::start();
        // One node is enough.
        let added = match nodes.is_chosen("ratings") {
            true => rate_batch(&store, &writer).await,
            false => Ok(false),
        };
        let rest = added.map(|added| added.then(|| watch.elapsed() * REST_FACTOR));
        if !rest_after(rest, &database_log, &stop).await {
            return;
        }
    }
}

/// Adds the games that have waited longest, in one transaction. Returns whether there were any.
async fn rate_batch(store: &Store, writer: &Writer) -> Result<bool, StoreError> {
    let rated = store.rate_next_games(MAX_BATCH).await?;
    let has_games = rated.is_some();
    if has_games {
        writer.commit(Commit { rated, ..Commit::default() }).await?;
    }
    Ok(has_games)
}
