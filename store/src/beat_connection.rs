//! The connection over which a node writes its beats, which say that it runs. It carries nothing else, so that no
//! game's transaction and no read delays a beat.

use std::time::Duration;

use ikibuguzo_protocol::Timestamp;
use sqlx::AnyConnection;
use tokio::time::timeout;

use crate::error::StoreError;
use crate::node::NodeRow;
use crate::rows::{stored_time, timestamp};
use crate::store::Store;

/// Updates the time of a node's last beat, and returns the database's time. A beat changes nothing if it is older than
/// `$4` milliseconds, if a newer beat is stored, or if the node has stopped: a broken connection may deliver it late.
const BEAT: &str = "with clock as (
   select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as shown),
 written as (
   update node set beat_at = $2, complete_before = $3 from clock
   where node_id = $1 and beat_at <= $2 and stopped_at is null and shown <= $2 + $4
   returning node_id)
 select (select count(*) from written), shown from clock";

/// Time limit for the settings of a connection that is open.
const SETTING_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection that writes beats, to Postgres. After an error it may be broken: open another one.
#[derive(Debug)]
pub struct BeatConnection {
    connection: AnyConnection,
}

/// The database's answer to a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeatAnswer {
    /// Whether the beat was written.
    pub is_written: bool,
    /// The database's time.
    pub shown: Timestamp,
}

impl Store {
    /// Opens a connection for beats; none for SQLite, where only one connection writes at a time.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be reached within 10 s.
    pub async fn connect_beats(&self) -> Result<Option<BeatConnection>, StoreError> {
        if !self.database.is_remote() {
            return Ok(None);
        }
        let mut connection = self.database.connect().await?;
        // Other nodes see a beat as soon as it is written. It need not survive a crash of the database.
        let setting = sqlx::query("set synchronous_commit = off");
        timeout(SETTING_TIMEOUT, setting.execute(&mut connection))
            .await
            .map_err(|_| StoreError::late())??;
        Ok(Some(BeatConnection { connection }))
    }
}

impl BeatConnection {
    /// Writes a beat of a node whose row exists, if it reaches the database at most `max_age` after `beat_at`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database fails or takes longer than `max_age`: the beat may have been
    /// written.
    pub async fn write(&mut self, node: &NodeRow, max_age: Duration) -> Result<BeatAnswer, StoreError> {
        let max_age_ms = i64::try_from(max_age.as_millis()).unwrap_or(i64::MAX);
        let query = sqlx::query_as(BEAT)
            .bind(node.id.to_stored())
            .bind(stored_time(node.beat_at))
            .bind(stored_time(node.complete_before))
            .bind(max_age_ms);
        let answer = timeout(max_age, query.fetch_one(&mut self.connection)).await;
        let (written, shown): (i64, i64) = answer.map_err(|_| StoreError::late())??;
        Ok(BeatAnswer { is_written: written > 0, shown: timestamp(shown)? })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ikibuguzo_game::feature::FeatureSet;

    use super::*;
    use crate::commit::Commit;
    use crate::node::{Beat, NodeId};
    use crate::test_schema::TestSchema;

    const MAX_AGE: Duration = Duration::from_secs(60);

    fn row(beat_at: Timestamp, stopped_at: Option<Timestamp>) -> NodeRow {
        let features = FeatureSet::of_this_version();
        NodeRow {
            id: NodeId::from_random(2),
            slot: 0,
            beat_at,
            complete_before: beat_at,
            stopped_at,
            features,
        }
    }

    /// Writes a row with all that belongs to it.
    async fn write_row(store: &Store, node: NodeRow) {
        let commit = Commit { beat: Some(Box::new(Beat { node, outages: Vec::new() })), ..Commit::default() };
        let mut writer = store.connect_writer(0).await.expect("a connection");
        writer.write(&Arc::new(vec![commit]), || ()).await.expect("written");
    }

    #[tokio::test]
    #[ignore = "needs Postgres, where a beat has a connection of its own"]
    async fn a_beat_that_comes_late_is_not_written() {
        let schema = TestSchema::create().await;
        let store = Store::open(&schema.url).await.expect("a database");
        let mut beats = store.connect_beats().await.expect("a connection").expect("Postgres");
        let now = store.read_clock().await.expect("an answer").expect("Postgres");
        let mut write =
            async |beat_at| beats.write(&row(beat_at, None), MAX_AGE).await.expect("an answer").is_written;
        assert!(!write(now).await, "there is no row");
        write_row(&store, row(now, None)).await;
        assert!(write(now + Duration::from_millis(7)).await);
        assert!(!write(now + Duration::from_millis(6)).await, "a later beat was first");
        write_row(&store, row(now - Duration::from_millis(70_000), None)).await;
        assert!(!write(now - Duration::from_millis(69_000)).await, "it is too old");
        write_row(&store, row(now, Some(now))).await;
        assert!(!write(now + Duration::from_millis(8)).await, "the node has stopped");
        let nodes = store.load_nodes(Timestamp::ZERO, now).await.expect("rows");
        assert_eq!(nodes, [row(now, Some(now))]);
        schema.remove().await;
    }
}
