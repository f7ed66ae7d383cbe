//! Wakes games in which something is due, such as the end of a clock's time, whether or not anybody watches them. Of
//! several nodes one is chosen for each game.

use std::time::Duration;

use ikibuguzo_store::{Store, StoreError};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::registry::RoomRegistry;
use crate::cluster::nodes::Nodes;
use crate::ops::background_tasks::{BackgroundTask, TaskActivity};
use crate::ops::database_log::DatabaseLog;
use crate::time::Clock;

/// How often the database is asked for games that are due. A room in memory keeps its own time, to the millisecond.
const DUE_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Largest number of games that are woken at a time; the rest follows at the next poll.
const MAX_WOKEN_GAMES: u32 = 200;

/// How late a game may be woken by the node that is chosen for it, in milliseconds. Then every node wakes it, which
/// does no harm.
const MAX_DELAY: Duration = Duration::from_secs(5);

/// Wakes games until connections are closed.
pub(crate) struct DueGames {
    pub(crate) clock: Clock,
    pub(crate) store: Store,
    pub(crate) nodes: Nodes,
    pub(crate) rooms: RoomRegistry,
    pub(crate) database_log: DatabaseLog,
    /// Cancelled when connections are closed.
    pub(crate) closing: CancellationToken,
}

impl BackgroundTask for DueGames {
    const NAME: &'static str = "due games";

    async fn run(&mut self, activity: &TaskActivity) {
        let mut ticks = interval(DUE_POLL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while activity.wait(self.closing.run_until_cancelled(ticks.tick())).await.is_some() {
            if let Err(error) = self.wake_all().await {
                self.database_log.failed(&error);
            }
        }
    }
}

impl DueGames {
    async fn wake_all(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        for (game, due_at) in self.store.find_due_games(now, MAX_WOKEN_GAMES).await? {
            if self.nodes.is_chosen(game.as_str()) || due_at + MAX_DELAY < now {
                self.rooms.wake(game, due_at).await;
            }
        }
        Ok(())
    }
}
