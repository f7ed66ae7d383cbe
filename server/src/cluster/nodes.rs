//! What this node knows about all nodes: which run, when each did not, and when none did.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use ikibuguzo_game::fact::Fact;
use ikibuguzo_game::feature::Feature;
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{ErrorCode, Period, Timestamp, whole_millis};
use ikibuguzo_store::{GameNumber, NodeId, NodeRow, Outage, Store, StoreError};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, Notify};
use tokio::time::timeout;

use super::known_outages::{KnownOutage, KnownOutages};
use super::unserved::NodeOutage;
use crate::time::Clock;

/// How long a command may take from its arrival until the writer takes it up.
const COMMIT_DELAY: Duration = Duration::from_secs(1);

/// The interval between beats of a node on a shared database.
const SHARED_BEAT_INTERVAL: Duration = Duration::from_millis(400);

/// The interval between beats of the only node.
const SINGLE_BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Intervals without a beat after which a node counts as dead. At a start every gap is a downtime.
const MAX_MISSED_BEATS: u32 = 3;

/// How long a dead node may still store a game that it was creating, in milliseconds: a game that waited longer is not
/// stored, and the database ends the transactions of a client that is silent.
const MAX_LATE_CREATION: Duration = Duration::from_secs(30);

/// How far back outages of single nodes are known: longer than a turn with a clock in seconds.
const KNOWN_OUTAGES: Duration = Duration::from_hours(24);

/// How far back the tables are read again for changes.
const NEWS: Duration = Duration::from_mins(1);

/// How long a node is chosen for some work.
const TERM: Duration = Duration::from_mins(10);

/// How long a decision about time waits for a beat of a node.
const MAX_BEAT_WAIT: Duration = Duration::from_secs(3);

/// The nodes of a database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Nodes {
    me: NodeId,
    slot: i64,
    clock: Clock,
    started_at: Timestamp,
    store: Store,
    beat_interval: Duration,
    state: Arc<RwLock<NodesState>>,
    changed: Arc<Notify>,
    /// Held while the tables are read.
    reading: Arc<Mutex<()>>,
}

#[derive(Debug, Default)]
struct NodesState {
    /// When this node last wrote a beat.
    last_beat: Timestamp,
    /// When the tables were last read.
    read_at: Timestamp,
    others: HashMap<NodeId, NodeRow>,
    outages: KnownOutages,
    /// The time between the last beat of any node and the start of this one, until it is known whether a node ran in
    /// it.
    start_gap: Option<Period>,
    is_clock_off: bool,
}

impl Nodes {
    /// Reads the tables of a database, and chooses a slot for a new node.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn join(store: Store, me: NodeId, clock: Clock) -> Result<Self, StoreError> {
        let now = clock.now();
        store.correct_outages(now).await?;
        let beat_interval = if store.is_remote() { SHARED_BEAT_INTERVAL } else { SINGLE_BEAT_INTERVAL };
        let (state, changed, reading) = (Arc::default(), Arc::default(), Arc::default());
        let mut nodes =
            Self { me, slot: 0, clock, started_at: now, store, beat_interval, state, changed, reading };
        nodes.read_tables(now, now.saturating_sub(KNOWN_OUTAGES), Timestamp::ZERO).await?;
        nodes.slot = free_slot(&nodes.living());
        Ok(nodes)
    }

    /// This node.
    pub fn me(&self) -> NodeId {
        self.me
    }

    /// The number under which this node counts statistics.
    pub fn slot(&self) -> i64 {
        self.slot
    }

    /// The interval between beats of this node.
    pub(crate) fn beat_interval(&self) -> Duration {
        self.beat_interval
    }

    /// The longest silence of a node that runs.
    pub(crate) fn max_silence(&self) -> Duration {
        self.beat_interval * MAX_MISSED_BEATS
    }

    /// How long before a time this node last wrote a beat.
    pub(crate) fn beat_age(&self, now: Timestamp) -> Duration {
        now.saturating_since(self.read().last_beat)
    }

    /// Whether all times until `now` in which no node ran are known.
    pub fn is_steady(&self, now: Timestamp) -> bool {
        let state = self.read();
        state.start_gap.is_none() && now <= state.last_beat + self.max_silence()
    }

    /// Waits until [`is_steady`](Self::is_steady), which takes a moment unless the database is gone. Returns whether it
    /// is.
    pub async fn wait_until_steady(&self, now: Timestamp) -> bool {
        let waiting = async {
            loop {
                let changed = self.changed.notified();
                if self.is_steady(now) {
                    return;
                }
                changed.await;
            }
        };
        timeout(MAX_BEAT_WAIT, waiting).await.is_ok()
    }

    /// Whether it is known whether another node ran at a time: it has sent a beat since then, or is dead. A node may
    /// have started after the tables were last read.
    pub fn is_known(&self, node: NodeId, at: Timestamp) -> bool {
        let state = self.read();
        let is_known = |row: &NodeRow| row.beat_at >= at || !self.ran(&state, row);
        node == self.me || state.others.get(&node).map_or(state.read_at >= at, is_known)
    }

    /// Whether everything that another node received until a time is stored, or the node is dead.
    pub fn has_stored(&self, node: NodeId, at: Timestamp) -> bool {
        let state = self.read();
        let has_stored = |row: &NodeRow| has_stored_until(row, at) || !self.ran(&state, row);
        node == self.me || state.others.get(&node).map_or(state.read_at >= at + COMMIT_DELAY, has_stored)
    }

    /// Calls a function with the times in which no node ran, in order.
    pub fn with_downtimes<T>(&self, function: impl FnOnce(&[Period]) -> T) -> T {
        function(self.read().outages.downtimes())
    }

    /// All outages, if one of them may have kept a player of a game from being served after `since`.
    pub fn outages_in(&self, game: GameNumber, since: Timestamp) -> Vec<NodeOutage> {
        let node_outage = |(known, bound): (&KnownOutage, Timestamp)| {
            let KnownOutage { node, from, until, .. } = *known;
            NodeOutage { node, from, until, bound }
        };
        self.read().outages.of_game(game, since).into_iter().map(node_outage).collect()
    }

    /// Whether another node runs.
    pub fn has_others(&self) -> bool {
        let state = self.read();
        state.others.values().any(|row| self.ran(&state, row))
    }

    /// The other nodes that run.
    pub fn living(&self) -> Vec<NodeRow> {
        let state = self.read();
        state.others.values().filter(|row| self.ran(&state, row)).copied().collect()
    }

    /// Whether a node runs, as far as is known.
    pub fn is_running(&self, node: NodeId) -> bool {
        let state = self.read();
        node == self.me || state.others.get(&node).is_some_and(|row| self.ran(&state, row))
    }

    /// When a dead node last ran; 0 if that is not known, and none if the node runs.
    pub fn died_at(&self, node: NodeId) -> Option<Timestamp> {
        let last_beat = || self.read().others.get(&node).map(|row| row.beat_at).unwrap_or_default();
        (!self.is_running(node)).then(last_beat)
    }

    /// The latest time until which the players of a dead node are excused; none if the node runs.
    pub fn excused_until(&self, node: NodeId) -> Option<Timestamp> {
        let died_at = self.died_at(node)?;
        Some(self.read().outages.excused_until(died_at))
    }

    /// Whether this node is the one that does some work for all. All nodes choose the same one, as soon as they know
    /// the same nodes, and another one after some time: a node that stands still in its work holds it up only so long.
    pub fn is_chosen(&self, work: &str) -> bool {
        let term = self.clock.now().as_millis() / whole_millis(TERM);
        let mine = weight(work, self.me, term);
        self.living().into_iter().all(|row| weight(work, row.id, term) < mine)
    }

    /// The time up to which lists are complete as far as other nodes are concerned: they store no earlier game from now
    /// on.
    pub fn complete_before(&self) -> Timestamp {
        let state = self.read();
        let may_store = |row: &&NodeRow| {
            self.ran(&state, row)
                || (self.store.is_remote() && state.read_at < row.beat_at + MAX_LATE_CREATION)
        };
        let others = state.others.values().filter(may_store);
        others.map(|row| row.complete_before).min().unwrap_or(Timestamp::MAX)
    }

    /// Refuses commands while this node's time is not that of the database.
    ///
    /// # Errors
    ///
    /// `clock_off` if this node's time is not that of the database.
    pub fn require_clock(&self) -> Result<(), Rejection> {
        if self.read().is_clock_off {
            let message = "the clock of this server differs from that of its database; try another server";
            return Err(Rejection::new(ErrorCode::ClockOff, message));
        }
        Ok(())
    }

    /// Whether every node that runs, as far as is known, can read a feature.
    pub fn is_known_by_all(&self, feature: Feature) -> bool {
        self.living().iter().all(|row| row.features.contains(feature))
    }

    /// Refuses facts that a node that runs could not read.
    ///
    /// # Errors
    ///
    /// `upgrade_in_progress` if there is such a node.
    pub(crate) fn require_readable(&self, facts: &[Fact]) -> Result<(), Rejection> {
        if facts.iter().filter_map(Feature::of).all(|feature| self.is_known_by_all(feature)) {
            return Ok(());
        }
        let message =
            "a server that runs does not know this yet: it works when all servers have been upgraded";
        Err(Rejection::new(ErrorCode::UpgradeInProgress, message))
    }

    /// Notes whether this node's time differs from that of the database. Returns whether that has changed.
    pub(crate) fn note_clock(&self, is_off: bool) -> bool {
        std::mem::replace(&mut self.write().is_clock_off, is_off) != is_off
    }

    /// Notes a beat of this node.
    pub(crate) fn note_beat(&self, at: Timestamp) {
        let mut state = self.write();
        state.last_beat = state.last_beat.max(at);
        drop(state);
        self.changed.notify_waiters();
    }

    /// When this node last ran, and when any node did; 0 for never.
    pub(crate) fn last_beats(&self) -> (Timestamp, Timestamp) {
        let state = self.read();
        let newest = state.others.values().map(|row| row.beat_at).max();
        (state.last_beat, newest.unwrap_or_default().max(state.last_beat))
    }

    /// When the tables were last read: until then it is known whether other nodes ran.
    pub(crate) fn read_at(&self) -> Timestamp {
        self.read().read_at
    }

    /// When this node started.
    pub(crate) fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// Notes that no node has sent a beat in a time before this one started.
    pub(crate) fn note_start_gap(&self, gap: Period) {
        self.write().start_gap = Some(gap);
    }

    /// The gap before the start, if it is now known that no node ran in it, until it is stored. It is forgotten if one
    /// did.
    pub(crate) fn start_gap(&self) -> Option<Period> {
        let living = self.living();
        let mut state = self.write();
        let gap = state.start_gap?;
        if living.iter().any(|row| row.beat_at > gap.from) {
            state.start_gap = None;
        }
        state.start_gap.filter(|_| living.is_empty())
    }

    /// Notes a time in which no node ran.
    pub(crate) fn note_downtime(&self, downtime: Period) {
        self.write().note_downtime(downtime);
    }

    /// Notes outages that this node has stored.
    pub(crate) fn note_outages(&self, outages: &[Outage]) {
        let mut state = self.write();
        outages.iter().for_each(|outage| state.note_stored(*outage));
        for Outage { node, time } in outages.iter().filter(|outage| outage.node == Some(self.me)) {
            let (node, from, until) = (node.unwrap_or(self.me), time.from, Some(time.until));
            state.outages.add(KnownOutage::new(node, from, until, None));
        }
    }

    /// Reads what is new in the tables.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        self.refresh_after(Duration::ZERO).await
    }

    /// Reads what is new in the tables, unless they were read a moment ago. If several callers ask at once, one of them
    /// reads.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn refresh_after(&self, age: Duration) -> Result<(), StoreError> {
        // What was read later must not be replaced by what was read earlier.
        let _reading = self.reading.lock().await;
        let now = self.clock.now();
        if now < self.read().read_at + age {
            return Ok(());
        }
        let since = now.saturating_sub(NEWS);
        self.read_tables(now, since, since).await
    }

    /// Notes everything new at once: nobody must learn that a node is dead before the games that it served are known.
    async fn read_tables(
        &self,
        now: Timestamp,
        nodes_since: Timestamp,
        outages_since: Timestamp,
    ) -> Result<(), StoreError> {
        let rows = self.store.load_nodes(nodes_since, now).await?;
        let outages = self.store.load_outages(outages_since).await?;
        let mut new = Vec::new();
        for (node, from, until) in self.unknown_outages(&rows, &outages, now) {
            let games = Some(self.store.find_served_games(node, from).await?);
            new.push(KnownOutage::new(node, from, until, games));
        }
        self.note_read(rows, &outages, new, now);
        self.changed.notify_waiters();
        Ok(())
    }

    fn note_read(&self, rows: Vec<NodeRow>, outages: &[Outage], new: Vec<KnownOutage>, now: Timestamp) {
        let mut state = self.write();
        state.read_at = state.read_at.max(now);
        let others = rows.into_iter().filter(|row| row.id != self.me);
        state.others.extend(others.map(|row| (row.id, row)));
        new.into_iter().for_each(|outage| state.outages.add(outage));
        outages.iter().for_each(|outage| state.note_stored(*outage));
        state.end_outages();
        state.forget_before(now.saturating_sub(KNOWN_OUTAGES));
    }

    /// The outages of other nodes that were not noted yet: those that are stored, and those of nodes that are dead.
    fn unknown_outages(
        &self,
        rows: &[NodeRow],
        outages: &[Outage],
        now: Timestamp,
    ) -> Vec<(NodeId, Timestamp, Option<Timestamp>)> {
        let state = self.read();
        let stored = outages.iter().filter_map(|it| Some((it.node?, it.time.from, Some(it.time.until))));
        let read: HashSet<NodeId> = rows.iter().map(|row| row.id).collect();
        let known = state.others.values().filter(|row| !read.contains(&row.id));
        let dead = rows.iter().chain(known).filter(|row| !self.ran_at(now, row));
        let dead = dead.map(|row| (row.id, row.stopped_at.unwrap_or(row.beat_at), None));
        let of_others = stored.chain(dead).filter(|(node, ..)| *node != self.me);
        of_others.filter(|(node, from, _)| !state.outages.is_noted(*node, *from)).collect()
    }

    /// Whether a node ran when the tables were last read. A SQLite file most likely has one server: an earlier one is
    /// dead unless it sends beats.
    fn ran(&self, state: &NodesState, row: &NodeRow) -> bool {
        self.ran_at(state.read_at, row)
    }

    fn ran_at(&self, read_at: Timestamp, row: &NodeRow) -> bool {
        let may_run = self.store.is_remote() || row.beat_at > self.started_at;
        may_run && row.stopped_at.is_none() && read_at <= row.beat_at + self.max_silence()
    }

    fn write(&self) -> RwLockWriteGuard<'_, NodesState> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self) -> RwLockReadGuard<'_, NodesState> {
        // The state is consistent after every statement, so a poisoned lock is still usable.
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NodesState {
    /// Notes a time in which no node ran.
    fn note_downtime(&mut self, downtime: Period) {
        self.start_gap = self.start_gap.filter(|gap| gap.from != downtime.from);
        self.outages.note_downtime(downtime);
    }

    /// Notes an outage that is stored: a time in which no node ran, or the end of one node's outage.
    fn note_stored(&mut self, outage: Outage) {
        match outage.node {
            None => self.note_downtime(outage.time),
            Some(node) => self.outages.end(node, outage.time),
        }
    }

    /// Ends the outages of nodes that have sent a beat again.
    fn end_outages(&mut self) {
        let Self { others, outages, .. } = self;
        let running = |node| others.get(&node).filter(|row: &&NodeRow| row.stopped_at.is_none());
        outages.end_by_beats(|node| running(node).map(|row| row.beat_at));
    }

    /// Forgets nodes, and outages of single nodes, that ended before a time.
    fn forget_before(&mut self, at: Timestamp) {
        self.others.retain(|_, row| row.beat_at >= at);
        self.outages.forget_before(at);
    }
}

/// Whether the row of a running node says that everything that the node received until a time is stored.
fn has_stored_until(row: &NodeRow, at: Timestamp) -> bool {
    row.beat_at >= at + COMMIT_DELAY && row.complete_before > at
}

/// How a node ranks for some work in a term. The same on every version of the server.
fn weight(work: &str, node: NodeId, term: u64) -> [u8; 32] {
    Sha256::digest(format!("{work} {} {term}", node.to_stored())).into()
}

/// The smallest number that no running node has.
fn free_slot(others: &[NodeRow]) -> i64 {
    (0..).find(|slot| others.iter().all(|row| row.slot != *slot)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ikibuguzo_game::feature::FeatureSet;

    use super::*;

    #[test]
    fn a_node_with_a_commit_that_waits_has_not_stored_what_it_heard() {
        let row = |beat_at, complete_before| NodeRow {
            id: NodeId::from_random(2),
            slot: 0,
            beat_at,
            complete_before,
            stopped_at: None,
            features: FeatureSet::of_this_version(),
        };
        let at = Timestamp::from_millis(10_000);
        let later = at + COMMIT_DELAY;
        assert!(has_stored_until(&row(later, later), at));
        assert!(
            !has_stored_until(&row(later - Duration::from_millis(1), later - Duration::from_millis(1)), at),
            "a command may not have been taken up"
        );
        assert!(!has_stored_until(&row(later, at), at), "a commit of that time waits");
        assert!(has_stored_until(&row(later, at + Duration::from_millis(1)), at), "only a later one waits");
    }
}
