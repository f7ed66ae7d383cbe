//! Wakes games in which something is due, such as a fallen clock, whether or not anybody watches them.

use std::time::Duration;

use ikibuguzo_store::Store;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::registry::RoomRegistry;
use crate::ops::database_log::DatabaseLog;
use crate::time;

/// How often the database is asked for games that are due. A room in memory keeps its own time, to the millisecond.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Games that are woken at a time; the rest follows at the next poll.
const BATCH_SIZE: u32 = 200;

/// Wakes games until connections are closed.
pub async fn wake_due_games(
    store: Store,
    registry: RoomRegistry,
    database_log: DatabaseLog,
    closing: CancellationToken,
) {
    let mut ticks = interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = closing.cancelled() => return,
        }
        match store.find_due_games(time::now(), BATCH_SIZE).await {
            Ok(games) => {
                for (game, due_at) in games {
                    registry.wake(game, due_at).await;
                }
            }
            Err(error) => database_log.failed(&error),
        }
    }
}
