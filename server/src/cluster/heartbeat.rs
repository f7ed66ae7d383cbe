//! Writes that this node runs, and reads that others do.
//!
//! A gap between two beats (a crash, a deploy, a suspended machine, a database that was gone) is an outage: of this node, and
//! of all nodes if none has beaten in it. Outages are kept, and every game whose clock ran through one is excused for it,
//! even if the game is read again only days later.

use std::time::Duration;

use ikibuguzo_game::downtime::Downtime;
use ikibuguzo_store::{Beat, Commit, NodeRow, Outage, Store, StoreError};
use tokio::time::{MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use super::nodes::Nodes;
use crate::live::pending_creations::PendingCreations;
use crate::live::writer::Writer;
use crate::ops::database_log::DatabaseLog;
use crate::time::{self, ClockReading};

/// The time before which lists are complete as far as a node goes that creates no more games.
const NO_MORE_GAMES: u64 = i64::MAX.cast_unsigned();

/// How long a node that was away waits before it says that it runs: until it has noted which connections were closed
/// meanwhile. Then it reads again what may have been read before.
const RETURN_DELAY: Duration = Duration::from_millis(100);

/// Writes the beats of this node. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    /// The database.
    pub store: Store,
    /// What is known of all nodes.
    pub nodes: Nodes,
    /// Writes the beats.
    pub writer: Writer,
    /// The games that this node is creating.
    pub creations: PendingCreations,
    /// Takes the failures of the database.
    pub database_log: DatabaseLog,
    /// Cancelled when the last beat is written.
    pub last_beat: CancellationToken,
}

impl Heartbeat {
    /// Writes the first beat, and beats until connections are closed.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn start(&self, closing: CancellationToken) -> Result<(), StoreError> {
        if let Some(newest) = self.store.load_newest_node().await? {
            self.nodes.note_start_gap(newest.beat_at);
        }
        self.write(time::now(), self.start_gap(), None).await?;
        tokio::spawn(self.clone().run(closing));
        Ok(())
    }

    /// Writes that this node has stopped and creates no more games, so that no reader of a list waits for them.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn end(&self) -> Result<(), StoreError> {
        self.last_beat.cancelled().await;
        let (stopped_at, _) = self.nodes.last_beats();
        self.write_row(stopped_at, NO_MORE_GAMES, Some(stopped_at), Vec::new()).await
    }

    async fn run(self, closing: CancellationToken) {
        let _ended = self.last_beat.clone().drop_guard();
        let mut ticks = interval(self.nodes.beat_interval());
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let is_closing = tokio::select! {
                _ = ticks.tick() => false,
                () = closing.cancelled() => true,
            };
            if let Err(error) = self.beat(is_closing).await {
                self.database_log.failed(&error);
            }
            if is_closing {
                return;
            }
        }
    }

    /// Reads what other nodes have written, and writes that this node runs, or that it stops now.
    async fn beat(&self, is_closing: bool) -> Result<(), StoreError> {
        let step = self.follow_clock().await?;
        self.nodes.refresh().await?;
        if self.was_away(time::now()) {
            sleep(RETURN_DELAY).await;
            self.nodes.refresh().await?;
        }
        let now = time::now();
        let mut outages = self.start_gap();
        outages.extend(self.outages_until(now, step));
        self.write(now, outages, is_closing.then_some(now)).await
    }

    fn was_away(&self, now: u64) -> bool {
        let (own, _) = self.nodes.last_beats();
        now > own + self.nodes.max_silence()
    }

    /// The gap before the start, once it is known that no node ran in it.
    fn start_gap(&self) -> Vec<Outage> {
        self.nodes.start_gap().into_iter().map(|time| Outage { node: None, time }).collect()
    }

    /// The outages that end now: of this node, and of all nodes.
    fn outages_until(&self, now: u64, step: Option<Downtime>) -> Vec<Outage> {
        let (own, newest) = self.nodes.last_beats();
        let gap = |from: u64| {
            let gap = (now > from + self.nodes.max_silence()).then_some(Downtime { from, until: now });
            gap.or(step.filter(|step| from <= step.from))
        };
        let own = gap(own).map(|time| Outage { node: Some(self.nodes.me()), time });
        let all = gap(newest).map(|time| Outage { node: None, time });
        own.into_iter().chain(all).collect()
    }

    async fn write(&self, now: u64, outages: Vec<Outage>, stopped_at: Option<u64>) -> Result<(), StoreError> {
        let complete_before = self.creations.own_complete_before(now);
        self.write_row(now, complete_before, stopped_at, outages.clone()).await?;
        self.nodes.note_outages(&outages);
        self.nodes.note_beat(now);
        Ok(())
    }

    async fn write_row(
        &self,
        beat_at: u64,
        complete_before: u64,
        stopped_at: Option<u64>,
        outages: Vec<Outage>,
    ) -> Result<(), StoreError> {
        let (id, slot) = (self.nodes.me(), self.nodes.slot());
        let node = NodeRow { id, slot, beat_at, complete_before, stopped_at };
        self.writer.commit(Commit { beat: Some(Beat { node, outages }), ..Commit::default() }).await
    }

    /// Follows the clock that all nodes share: that of Postgres, or of this machine. A step counts as an outage: nothing is
    /// decided in between.
    async fn follow_clock(&self) -> Result<Option<Downtime>, StoreError> {
        let before = time::now();
        let Some(shown) = self.store.read_clock().await? else {
            let step = time::follow_system_clock();
            step.into_iter().for_each(|step| self.nodes.note_downtime(step));
            return Ok(step);
        };
        let followed = time::follow_database_clock(ClockReading { before, shown, after: time::now() });
        match (self.nodes.note_clock(followed.is_err()), followed) {
            (true, Err(_)) => error!("The database's clock was set back: this node takes no commands"),
            (true, Ok(_)) => warn!("The database's clock shows this node's time again"),
            (false, _) => {}
        }
        Ok(followed.unwrap_or_default())
    }
}
