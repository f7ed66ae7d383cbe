//! When no server ran, so that no player's clock is charged for it.
//!
//! Every second the server writes to the database that it runs. A gap (a crash, a deploy, a suspended machine, a database
//! that was gone) is a downtime. Downtimes are kept, and every game whose clock ran through one is excused for it, even if
//! the game is read again only days later.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use ikibuguzo_game::downtime::Downtime;
use ikibuguzo_store::{Commit, Store, StoreError};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use super::writer::Writer;
use crate::ops::database_log::DatabaseLog;
use crate::time;

/// How often the server writes that it runs.
const BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// The longest time between two beats of a running server that is no downtime, in milliseconds. At a start every gap is.
const MAX_SILENCE_MS: u64 = 3_000;

/// How long a decision about time waits for the next beat.
const MAX_WAIT_FOR_BEAT: Duration = Duration::from_secs(2);

/// Knows when a server ran. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    state: Arc<RwLock<State>>,
    beaten: Arc<Notify>,
}

#[derive(Debug, Default)]
struct State {
    last_beat: u64,
    downtimes: Vec<Downtime>,
}

impl Heartbeat {
    /// Continues from the last beat in the database, and beats until connections are closed.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn start(
        store: &Store,
        writer: Writer,
        database_log: DatabaseLog,
        closing: CancellationToken,
    ) -> Result<Self, StoreError> {
        let downtimes = store.load_downtimes().await?;
        let last_beat = store.load_last_heartbeat().await?.unwrap_or_else(time::now);
        let state = Arc::new(RwLock::new(State { last_beat, downtimes }));
        let heartbeat = Self { state, beaten: Arc::default() };
        heartbeat.beat(&writer, 0).await?;
        tokio::spawn(heartbeat.clone().run(writer, database_log, closing));
        Ok(heartbeat)
    }

    /// Whether all downtimes until `now` are known.
    pub fn is_steady(&self, now: u64) -> bool {
        now <= self.read().last_beat + MAX_SILENCE_MS
    }

    /// Waits until all downtimes until `now` are known, which takes a moment unless the database is gone. Returns whether
    /// they are.
    pub async fn wait_until_steady(&self, now: u64) -> bool {
        let steady = async {
            loop {
                let beaten = self.beaten.notified();
                if self.is_steady(now) {
                    return;
                }
                beaten.await;
            }
        };
        timeout(MAX_WAIT_FOR_BEAT, steady).await.is_ok()
    }

    /// Calls a function with the known downtimes, in order.
    pub fn with_downtimes<T>(&self, function: impl FnOnce(&[Downtime]) -> T) -> T {
        function(&self.read().downtimes)
    }

    async fn run(self, writer: Writer, database_log: DatabaseLog, closing: CancellationToken) {
        let mut ticks = interval(BEAT_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let is_closing = tokio::select! {
                _ = ticks.tick() => false,
                () = closing.cancelled() => true,
            };
            if let Err(error) = self.beat(&writer, MAX_SILENCE_MS).await {
                database_log.failed(&error);
            }
            if is_closing {
                return;
            }
        }
    }

    /// Writes that the server runs, and the downtime if the last beat is more than `max_silence` milliseconds ago or the
    /// system's clock was set forward.
    async fn beat(&self, writer: &Writer, max_silence: u64) -> Result<(), StoreError> {
        let step = self.follow_system_clock();
        let (now, last_beat) = (time::now(), self.read().last_beat);
        let gap = (now > last_beat + max_silence).then_some(Downtime { from: last_beat, until: now });
        let downtime = gap.or(step);
        writer.commit(Commit { heartbeat: Some(now), downtime, ..Commit::default() }).await?;
        let mut state = self.write();
        state.last_beat = state.last_beat.max(now);
        state.downtimes.extend(gap);
        drop(state);
        self.beaten.notify_waiters();
        Ok(())
    }

    /// Follows the system's clock. A step counts as downtime at once: nothing is decided in between.
    fn follow_system_clock(&self) -> Option<Downtime> {
        let mut state = self.write();
        let step = time::follow_system_clock();
        state.downtimes.extend(step);
        step
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        // The state is consistent after every statement, so a poisoned lock is still usable.
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }
}
