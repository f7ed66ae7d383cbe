//! Wakes the games in which something is due by itself, whether anybody is there or not.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::live::registry::RoomRegistry;
use crate::ops::database_log::DatabaseLog;
use crate::time;
use ikibuguzo_store::Store;

/// How often the alarm looks. A room in memory keeps its own time, to the millisecond.
const LOOK: Duration = Duration::from_secs(1);

/// Games that are woken at a time; the others have their turn at the next look.
const AT_ONCE: u32 = 200;

/// Looks until connections are closed.
pub async fn ring(store: Store, lobby: RoomRegistry, database_log: DatabaseLog, closing: CancellationToken) {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            () = closing.cancelled() => return,
        }
        match store.due(time::now(), AT_ONCE).await {
            Ok(games) => {
                for game in games {
                    lobby.wake(game).await;
                }
            }
            Err(error) => database_log.failed(&error),
        }
    }
}
