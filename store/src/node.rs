//! Servers that share the database: when each ran, and when none did.

use std::time::Duration;

use ikibuguzo_game::feature::FeatureSet;
use ikibuguzo_protocol::{Period, Timestamp};
use sqlx::AssertSqlSafe;

use crate::error::StoreError;
use crate::rows::{stored_time, timestamp};
use crate::statement::Statement;
use crate::store::Store;

/// How long the rows of nodes that have died are kept.
const MAX_DEAD_NODE_AGE: Duration = Duration::from_hours(30 * 24);

/// How far a stored time may be ahead of the present: servers read their clocks one after the other. A
/// later time was written by a server whose clock was wrong.
const MAX_AHEAD: Duration = Duration::from_mins(1);

/// The `node_id` of periods in which no node ran.
const EVERY_NODE: i64 = 0;

/// node_id, slot, beat_at, complete_before, stopped_at and features of a node.
type StoredNode = (i64, i64, i64, i64, Option<i64>, Option<String>);

/// One run of a server, from its start to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(i64);

/// The row of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRow {
    /// The node.
    pub id: NodeId,
    /// The number under which it counts statistics.
    pub slot: i64,
    /// When it last ran.
    pub beat_at: Timestamp,
    /// Entries that it stores from now on were received, and games created, at this time or later.
    pub complete_before: Timestamp,
    /// When it was stopped; none while it runs, and if it died.
    pub stopped_at: Option<Timestamp>,
    /// What it can read in logs.
    pub features: FeatureSet,
}

/// When a node ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// When it started.
    pub started_at: Timestamp,
    /// When it last ran.
    pub last_beat_at: Timestamp,
}

/// A period in which a node, or every node, did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The node; none if no node ran.
    pub node: Option<NodeId>,
    /// The period.
    pub time: Period,
}

/// What a node writes with every beat.
#[derive(Clone, Debug)]
pub struct Beat {
    /// Its row from now on.
    pub node: NodeRow,
    /// Periods that have just ended.
    pub outages: Vec<Outage>,
}

impl NodeId {
    /// A node with this random number. The sign does not count.
    pub fn from_random(random: u64) -> Self {
        Self((random >> 1).max(1).cast_signed())
    }

    /// The node that a row names.
    pub fn from_stored(stored: i64) -> Self {
        Self(stored)
    }

    /// What a row stores.
    pub fn to_stored(self) -> i64 {
        self.0
    }
}

impl Store {
    /// All nodes that ran at `since` or later. Those that ran with a clock that was ahead of `now` are left out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_nodes(&self, since: Timestamp, now: Timestamp) -> Result<Vec<NodeRow>, StoreError> {
        let rows: Vec<StoredNode> = sqlx::query_as(
            "select node_id, slot, beat_at, complete_before, stopped_at, features from node
             where beat_at >= $1 and beat_at <= $2",
        )
        .bind(stored_time(since))
        .bind(latest_true(now))
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(node_row).collect()
    }

    /// The runs of all nodes that are stored, up to `now`. Of a node whose last beat is later, because its clock was
    /// wrong, only its start is certain.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_runs(&self, now: Timestamp) -> Result<Vec<Run>, StoreError> {
        let rows: Vec<(i64, i64)> = sqlx::query_as(
            "select started_at, case when beat_at <= $1 then beat_at else started_at end from node
             where started_at <= $1",
        )
        .bind(latest_true(now))
        .fetch_all(&self.pool)
        .await?;
        let run =
            |(started, beat)| Ok(Run { started_at: timestamp(started)?, last_beat_at: timestamp(beat)? });
        rows.into_iter().map(run).collect()
    }

    /// All outages that ended at a time or later, in order.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_outages(&self, since: Timestamp) -> Result<Vec<Outage>, StoreError> {
        let rows: Vec<(i64, i64, i64)> = sqlx::query_as(
            "select node_id, from_at, until_at from outage where until_at >= $1 order by from_at",
        )
        .bind(stored_time(since))
        .fetch_all(&self.pool)
        .await?;
        let outage = |(node, from, until)| {
            let node = (node != EVERY_NODE).then_some(NodeId(node));
            Ok(Outage { node, time: Period::new(timestamp(from)?, timestamp(until)?) })
        };
        rows.into_iter().map(outage).collect()
    }

    /// The database's time; none for SQLite, which uses this machine's clock.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn read_clock(&self) -> Result<Option<Timestamp>, StoreError> {
        if !self.database.is_remote() {
            return Ok(None);
        }
        let now: i64 =
            sqlx::query_scalar("select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)")
                .fetch_one(&self.pool)
                .await?;
        timestamp(now).map(Some)
    }

    /// Corrects what a server with a wrong clock has written: outages that are not over at a time end then, and those
    /// that began later are deleted.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn correct_outages(&self, now: Timestamp) -> Result<(), StoreError> {
        sqlx::query("delete from outage where from_at > $1")
            .bind(latest_true(now))
            .execute(self.writable()?)
            .await?;
        sqlx::query("update outage set until_at = $1 where until_at > $2 and from_at <= $1")
            .bind(stored_time(now))
            .bind(latest_true(now))
            .execute(self.writable()?)
            .await?;
        Ok(())
    }

    /// Deletes the rows of nodes that died long before a time. The row of the node that ran last until then stays: it
    /// says how long no node has run.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn forget_old_nodes(&self, now: Timestamp) -> Result<(), StoreError> {
        let oldest = stored_time(now.saturating_sub(MAX_DEAD_NODE_AGE));
        sqlx::query(
            "delete from node where beat_at < $1 and beat_at < (select max(beat_at) from node where beat_at <= $2)",
        )
        .bind(oldest)
        .bind(latest_true(now))
        .execute(self.writable()?)
        .await?;
        for delete in [
            "delete from outage where node_id <> 0 and until_at < $1",
            "delete from presence where until_at < $1 or node_id in
                 (select p.node_id from presence p left join node on node.node_id = p.node_id
                  where node.node_id is null)",
        ] {
            sqlx::query(AssertSqlSafe(delete)).bind(oldest).execute(self.writable()?).await?;
        }
        Ok(())
    }
}

/// The latest stored time that a clock which is right at `now` can have shown.
fn latest_true(now: Timestamp) -> i64 {
    stored_time(now.saturating_add(MAX_AHEAD))
}

fn node_row(row: StoredNode) -> Result<NodeRow, StoreError> {
    let (id, slot, beat_at, complete_before, stopped_at, features) = row;
    Ok(NodeRow {
        id: NodeId(id),
        slot,
        beat_at: timestamp(beat_at)?,
        complete_before: timestamp(complete_before)?,
        stopped_at: stopped_at.map(timestamp).transpose()?,
        features: FeatureSet::from_stored(features.as_deref()),
    })
}

/// The statements that store a beat. A node that does not know whether an outage was stored stores a longer one, and
/// two nodes may store the same one: the longest stays.
pub(crate) fn store_beat(beat: &Beat) -> Vec<Statement> {
    let mut statements = vec![store_node(&beat.node)];
    statements.extend(beat.outages.iter().map(store_outage));
    statements
}

fn store_node(node: &NodeRow) -> Statement {
    let mut statement = Statement::new(
        "insert into node (node_id, slot, started_at, beat_at, complete_before, stopped_at, features) values (",
    );
    statement.bind_all([
        node.id.0.into(),
        node.slot.into(),
        stored_time(node.beat_at).into(),
        stored_time(node.beat_at).into(),
        stored_time(node.complete_before).into(),
        node.stopped_at.map(stored_time).into(),
        node.features.to_stored().into(),
    ]);
    statement.push(
        ") on conflict (node_id) do update set slot = excluded.slot, beat_at = excluded.beat_at,
           complete_before = excluded.complete_before, stopped_at = excluded.stopped_at,
           features = excluded.features",
    );
    statement
}

fn store_outage(outage: &Outage) -> Statement {
    let node = outage.node.map_or(EVERY_NODE, NodeId::to_stored);
    let mut statement = Statement::new("insert into outage (node_id, from_at, until_at) values (");
    statement.bind_all([
        node.into(),
        stored_time(outage.time.from).into(),
        stored_time(outage.time.until).into(),
    ]);
    statement.push(") on conflict (node_id, from_at) do update set until_at = excluded.until_at");
    statement.push(" where outage.until_at < excluded.until_at");
    statement
}
