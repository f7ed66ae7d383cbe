//! Writes the beats of this node, which say that it runs, and reads those of others.
//!
//! A gap between two beats (a crash, a deploy, a suspended machine, a database that was gone) is an outage: of this
//! node, and of all nodes if none has sent a beat in it. Outages are stored, and every game whose clock ran through one
//! is excused for it, even if the game is read again only days later.
//!
//! Most beats are one small statement on a connection of their own, so that neither reads nor transactions of games
//! delay them. They may be stored in any order with those, because a beat with the time T states only this:
//!
//! - The node ran at T. The node takes its time from the answers to its beats, and a beat that was under way for longer
//!   than a node may be silent is not written.
//! - Everything that the node received before `complete_before` is stored, except what came a moment before T, and so
//!   is every game that it created before.
//! - The node has not been silent for too long before T. A node that has, and one that starts or stops, writes its row
//!   together with its outages, in a transaction, after it has read the tables: only they tell whether all nodes were silent.
//!
//! The row of a visit is stored shortly after the player connects; if the node dies before that, the player is not
//! excused. Decisions from the tables use the time at which the tables were read.

use ikibuguzo_game::feature::FeatureSet;
use ikibuguzo_protocol::{Period, Timestamp};
use ikibuguzo_store::{Beat, BeatConnection, Commit, NodeRow, Outage, Store, StoreError};
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use super::past_runs::downtimes_between;
use crate::cluster::nodes::Nodes;
use crate::live::pending_creations::PendingCreations;
use crate::live::writer::Writer;
use crate::ops::background_tasks::{BackgroundTask, BackgroundTasks, TaskActivity};
use crate::ops::database_log::DatabaseLog;
use crate::time::{Clock, ClockReading};

/// The time before which the lists of a node that creates no more games are complete.
const NO_MORE_GAMES: Timestamp = Timestamp::from_millis(i64::MAX.cast_unsigned());

/// Writes the beats of this node. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    /// The clock of this node.
    pub clock: Clock,
    /// The database.
    pub store: Store,
    /// What is known of all nodes.
    pub nodes: Nodes,
    /// Writes the beats that end outages, and those of SQLite.
    pub writer: Writer,
    /// The games that this node is creating.
    pub creations: PendingCreations,
    /// Logs failures of the database.
    pub database_log: DatabaseLog,
    /// Cancelled when the last beat is written.
    pub last_beat: CancellationToken,
}

/// Writes beats until connections are closed.
struct Beats {
    heartbeat: Heartbeat,
    /// The connection that worked last time.
    connection: Option<BeatConnection>,
    closing: CancellationToken,
}

impl BackgroundTask for Beats {
    const NAME: &'static str = "heartbeat";

    async fn run(&mut self, activity: &TaskActivity) {
        let (heartbeat, mut ticks) = (&self.heartbeat, self.heartbeat.ticks());
        while activity.wait(self.closing.run_until_cancelled(ticks.tick())).await.is_some() {
            heartbeat.log_failure(heartbeat.beat(&mut self.connection).await);
        }
        heartbeat.log_failure(heartbeat.beat_with_outages(None, true).await);
        heartbeat.last_beat.cancel();
    }
}

/// Reads what other nodes have written.
struct NodesReader {
    heartbeat: Heartbeat,
    closing: CancellationToken,
}

impl BackgroundTask for NodesReader {
    const NAME: &'static str = "other servers";

    async fn run(&mut self, activity: &TaskActivity) {
        let mut ticks = self.heartbeat.ticks();
        while activity.wait(self.closing.run_until_cancelled(ticks.tick())).await.is_some() {
            self.heartbeat.log_failure(self.heartbeat.nodes.refresh().await);
        }
    }
}

impl Heartbeat {
    /// Writes the first beat, and beats until connections are closed.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn start(
        &self,
        closing: CancellationToken,
        tasks: &BackgroundTasks,
    ) -> Result<(), StoreError> {
        let outages = self.note_past_runs().await?;
        self.write(self.clock.now(), outages, None).await?;
        self.store.forget_old_nodes(self.nodes.started_at()).await?;
        tasks.start(Beats { heartbeat: self.clone(), connection: None, closing: closing.clone() });
        tasks.start(NodesReader { heartbeat: self.clone(), closing });
        Ok(())
    }

    /// Notes when no node ran before this one. Returns what is already known of it.
    async fn note_past_runs(&self) -> Result<Vec<Outage>, StoreError> {
        let started_at = self.nodes.started_at();
        let runs = self.store.load_runs(started_at).await?;
        let mut downtimes = downtimes_between(&runs, started_at, !self.store.is_remote());
        let start_gaps = downtimes.extract_if(.., |downtime| downtime.until == started_at);
        if let Some(gap) = start_gaps.min_by_key(|gap| gap.from) {
            self.nodes.note_start_gap(gap);
        }
        let earlier = downtimes.into_iter().map(|time| Outage { node: None, time });
        Ok(earlier.chain(self.start_gap()).collect())
    }

    /// Writes that this node has stopped and creates no more games, so that no reader of a list waits for its games.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn end(&self) -> Result<(), StoreError> {
        self.last_beat.cancelled().await;
        let (stopped_at, _) = self.nodes.last_beats();
        self.write_row(self.node_row(stopped_at, NO_MORE_GAMES, Some(stopped_at)), Vec::new()).await
    }

    fn ticks(&self) -> Interval {
        let mut ticks = interval(self.nodes.beat_interval());
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks
    }

    fn log_failure(&self, result: Result<(), StoreError>) {
        if let Err(error) = result {
            self.database_log.failed(&error);
        }
    }

    /// Writes a beat of this node, and the outages that end with it.
    async fn beat(&self, connection: &mut Option<BeatConnection>) -> Result<(), StoreError> {
        if self.database_log.is_failing() {
            // It may be broken, too.
            *connection = None;
        }
        // A node that can no longer store anything counts as dead. After a failure, a commit tells whether it can.
        let needs_writer = self.was_away(self.clock.now())
            || !self.start_gap().is_empty()
            || self.writer.has_ended()
            || self.database_log.is_failing();
        let (is_written, step) = match needs_writer {
            true => (false, None),
            false => self.beat_alone(connection).await?,
        };
        if is_written && step.is_none() {
            return Ok(());
        }
        self.beat_with_outages(step, false).await
    }

    /// Writes a beat, unless it comes too late, and follows the clock. Returns whether it was written, and a step of
    /// the clock. SQLite has no connection for this.
    async fn beat_alone(
        &self,
        connection: &mut Option<BeatConnection>,
    ) -> Result<(bool, Option<Period>), StoreError> {
        let Some(mut open) = self.open_connection(connection).await? else { return Ok((false, None)) };
        let before = self.clock.now();
        if self.was_away(before) {
            *connection = Some(open);
            return Ok((false, None));
        }
        let node = self.node_row(before, self.complete_before(before), None);
        let answer = open.write(&node, self.nodes.max_silence()).await?;
        let step = self.follow_reading(ClockReading { before, shown: answer.shown, after: self.clock.now() });
        *connection = Some(open);
        if answer.is_written {
            self.nodes.note_beat(before);
        }
        Ok((answer.is_written, step))
    }

    /// Takes the open connection, or opens one. A connection that fails is not put back: it may be broken.
    async fn open_connection(
        &self,
        connection: &mut Option<BeatConnection>,
    ) -> Result<Option<BeatConnection>, StoreError> {
        match connection.take() {
            Some(open) => Ok(Some(open)),
            None => self.store.connect_beats().await,
        }
    }

    /// Reads what other nodes have written, and writes a beat, or that this node stops now, and which outages end.
    async fn beat_with_outages(&self, step: Option<Period>, is_closing: bool) -> Result<(), StoreError> {
        let step = step.or(self.follow_clock().await?);
        let now = self.read_others().await?;
        let mut outages = self.start_gap();
        outages.extend(self.outages_until(now, step));
        self.write(now, outages, is_closing.then_some(now)).await
    }

    /// Reads what other nodes have written. Returns the time at which the reading began: until then it is known whether
    /// they ran. This node may have stood still since then, so a reading that took too long is repeated.
    async fn read_others(&self) -> Result<Timestamp, StoreError> {
        loop {
            self.nodes.refresh().await?;
            let read_at = self.nodes.read_at();
            if self.clock.now() <= read_at + self.nodes.max_silence() {
                return Ok(read_at);
            }
        }
    }

    fn was_away(&self, now: Timestamp) -> bool {
        let (own, _) = self.nodes.last_beats();
        now > own + self.nodes.max_silence()
    }

    /// The gap before the start, once it is known that no node ran in it.
    fn start_gap(&self) -> Vec<Outage> {
        self.nodes.start_gap().into_iter().map(|time| Outage { node: None, time }).collect()
    }

    /// The outages that end now: of this node, and of all nodes.
    fn outages_until(&self, now: Timestamp, step: Option<Period>) -> Vec<Outage> {
        let (own, newest) = self.nodes.last_beats();
        let gap = |from: Timestamp| {
            let gap = (now > from + self.nodes.max_silence()).then_some(Period::new(from, now));
            gap.or(step.filter(|step| from <= step.from))
        };
        let own = gap(own).map(|time| Outage { node: Some(self.nodes.me()), time });
        let all = gap(newest).map(|time| Outage { node: None, time });
        own.into_iter().chain(all).collect()
    }

    async fn write(
        &self,
        now: Timestamp,
        outages: Vec<Outage>,
        stopped_at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let node = self.node_row(now, self.complete_before(now), stopped_at);
        self.write_row(node, outages.clone()).await?;
        self.nodes.note_outages(&outages);
        self.nodes.note_beat(now);
        Ok(())
    }

    async fn write_row(&self, node: NodeRow, outages: Vec<Outage>) -> Result<(), StoreError> {
        self.writer.commit(Commit { beat: Some(Box::new(Beat { node, outages })), ..Commit::default() }).await
    }

    /// The time before which everything that this node has received is stored, and every game that it has created.
    fn complete_before(&self, now: Timestamp) -> Timestamp {
        self.creations.own_complete_before(now).min(self.writer.unstored_since())
    }

    fn node_row(
        &self,
        beat_at: Timestamp,
        complete_before: Timestamp,
        stopped_at: Option<Timestamp>,
    ) -> NodeRow {
        let features = FeatureSet::of_this_version();
        NodeRow {
            id: self.nodes.me(),
            slot: self.nodes.slot(),
            beat_at,
            complete_before,
            stopped_at,
            features,
        }
    }

    /// Follows the clock that all nodes share: that of Postgres, or of this machine.
    async fn follow_clock(&self) -> Result<Option<Period>, StoreError> {
        let before = self.clock.now();
        if let Some(shown) = self.store.read_clock().await? {
            return Ok(self.follow_reading(ClockReading { before, shown, after: self.clock.now() }));
        }
        let step = self.clock.follow_system();
        step.into_iter().for_each(|step| self.nodes.note_downtime(step));
        Ok(step)
    }

    /// Follows the clock of Postgres. A step counts as an outage: nothing is decided in between.
    fn follow_reading(&self, reading: ClockReading) -> Option<Period> {
        let followed = self.clock.follow_database(reading);
        match (self.nodes.note_clock(followed.is_err()), followed) {
            (true, Err(_)) => error!("The database's clock was set back: this node takes no commands"),
            (true, Ok(_)) => warn!("The database's clock shows this node's time again"),
            (false, _) => {}
        }
        followed.unwrap_or_default()
    }
}
