//! The server's pulse, kept in the database: how it knows for how long it was away, so that nobody's clock pays for it.
//!
//! Every second the server writes down that it lives. A gap in that (a crash, a deploy, a machine that slept, a database
//! that was gone) is an absence. Absences are kept, and every game whose clock ran through one is excused for it, even
//! if it is read again only days later.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;

use crate::live::writer::Writer;
use crate::ops::database_log::DatabaseLog;
use crate::time;
use ikibuguzo_game::downtime::Downtime;
use ikibuguzo_store::{Commit, Store, StoreError};

/// How often the server writes down that it lives.
const BEAT: Duration = Duration::from_secs(1);

/// How long it may have been silent, in milliseconds, before that is an absence.
const SILENCE: u64 = 3_000;

/// How long somebody waits for the next beat, where time has something to decide.
const WAIT: Duration = Duration::from_secs(2);

/// When the server was there. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    pulse: Arc<RwLock<Pulse>>,
    beaten: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Pulse {
    last: u64,
    absences: Vec<Downtime>,
}

impl Heartbeat {
    /// Takes up the pulse where the last server left it, and beats until connections are closed.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn start(
        store: &Store,
        writer: Writer,
        database_log: DatabaseLog,
        closing: CancellationToken,
    ) -> Result<Self, StoreError> {
        let now = time::now();
        let absences = store.downtimes().await?;
        let last = store.last_heartbeat().await?.unwrap_or(now);
        let pulse = Arc::new(RwLock::new(Pulse { last, absences }));
        let heartbeat = Self { pulse, beaten: Arc::default() };
        heartbeat.beat(&writer, now, 0).await?;
        tokio::spawn(heartbeat.clone().go_on(writer, database_log, closing));
        Ok(heartbeat)
    }

    /// Whether it is known of the time until now when the server was there.
    pub fn is_steady(&self, now: u64) -> bool {
        now <= self.read().last + SILENCE
    }

    /// The same, after the next beat if not at once: that comes in a moment, unless the database is gone.
    pub async fn is_soon_steady(&self, now: u64) -> bool {
        let caught_up = async {
            loop {
                let beaten = self.beaten.notified();
                if self.is_steady(now) {
                    return;
                }
                beaten.await;
            }
        };
        timeout(WAIT, caught_up).await.is_ok()
    }

    /// What `ask` makes of the absences that are known, in their order.
    pub fn absences<T>(&self, ask: impl FnOnce(&[Downtime]) -> T) -> T {
        ask(&self.read().absences)
    }

    async fn go_on(self, writer: Writer, database_log: DatabaseLog, closing: CancellationToken) {
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let stopping = tokio::select! {
                _ = beats.tick() => false,
                () = closing.cancelled() => true,
            };
            if let Err(error) = self.beat(&writer, time::now(), SILENCE).await {
                database_log.failed(&error);
            }
            if stopping {
                return;
            }
        }
    }

    /// Writes down that the server lives now, and that it was away if it was silent for longer than `silence`.
    async fn beat(&self, writer: &Writer, now: u64, silence: u64) -> Result<(), StoreError> {
        let last = self.read().last;
        let away = (now > last + silence).then_some(Downtime { from: last, until: now });
        writer.commit(Commit { heartbeat: Some(now), downtime: away, ..Commit::default() }).await?;
        let mut pulse = self.pulse.write().unwrap_or_else(PoisonError::into_inner);
        pulse.last = pulse.last.max(now);
        pulse.absences.extend(away);
        drop(pulse);
        self.beaten.notify_waiters();
        Ok(())
    }

    fn read(&self) -> RwLockReadGuard<'_, Pulse> {
        // The pulse is whole after every statement, so a panic elsewhere does not spoil it.
        self.pulse.read().unwrap_or_else(PoisonError::into_inner)
    }
}
