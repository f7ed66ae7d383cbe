//! Wakes games in which something is due, such as the end of a clock's time, whether or not anybody watches them. Of
//! several nodes one is chosen for each game.

use std::time::Duration;

use ikibuguzo_protocol::GameId;
use ikibuguzo_store::Store;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::registry::RoomRegistry;
use crate::cluster::nodes::Nodes;
use crate::ops::database_log::DatabaseLog;
use crate::time;

/// How often the database is asked for games that are due. A room in memory keeps its own time, to the millisecond.
const DUE_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Largest number of games that are woken at a time; the rest follows at the next poll.
const MAX_WOKEN_GAMES: u32 = 200;

/// How late a game may be woken by the node that is chosen for it, in milliseconds. Then every node wakes it, which
/// does no harm.
const MAX_DELAY_MS: u64 = 5_000;

/// Wakes games until connections are closed.
pub async fn wake_due_games(
    store: Store,
    nodes: Nodes,
    registry: RoomRegistry,
    database_log: DatabaseLog,
    closing: CancellationToken,
) {
    let mut ticks = interval(DUE_POLL_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = closing.cancelled() => return,
        }
        let now = time::now();
        match store.find_due_games(now, MAX_WOKEN_GAMES).await {
            Ok(games) => {
                let is_mine = |(game, due_at): &(GameId, u64)| {
                    nodes.is_chosen(game.as_str()) || *due_at + MAX_DELAY_MS < now
                };
                for (game, due_at) in games.into_iter().filter(is_mine) {
                    registry.wake(game, due_at).await;
                }
            }
            Err(error) => database_log.failed(&error),
        }
    }
}
