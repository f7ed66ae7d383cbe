//! Connections that were opened while Postgres took no writes, as during a change to another server. Some of them stay
//! read-only when Postgres takes writes again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::AnyConnection;
use tokio::time::Instant;

use crate::database::Database;

/// How long a connection that may be read-only is used.
const MAX_AGE: Duration = Duration::from_secs(2);

/// Knows which connections of a pool may be read-only. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct ReadOnlyConnections {
    started: Instant,
    /// When a connection was last found to be read-only: milliseconds since the start, plus 1; 0 if none was.
    found_at: Arc<AtomicU64>,
}

impl Default for ReadOnlyConnections {
    fn default() -> Self {
        Self { started: Instant::now(), found_at: Arc::default() }
    }
}

impl ReadOnlyConnections {
    /// Notes whether a new connection is read-only.
    pub(crate) async fn note(&self, database: &Database, connection: &mut AnyConnection) -> sqlx::Result<()> {
        if database.is_remote() {
            let setting: String = sqlx::query_scalar("select current_setting('transaction_read_only')")
                .fetch_one(connection)
                .await?;
            if setting == "on" {
                self.found_at.fetch_max(self.now() + 1, Ordering::AcqRel);
            }
        }
        Ok(())
    }

    /// Whether a connection of this age is used on.
    pub(crate) fn is_usable(&self, age: Duration) -> bool {
        let found_at = self.found_at.load(Ordering::Acquire);
        let opened_at = self.now().saturating_sub(millis(age));
        found_at == 0 || opened_at > found_at || age < MAX_AGE
    }

    fn now(&self) -> u64 {
        millis(self.started.elapsed())
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_connection_from_a_time_without_writes_is_used_for_two_seconds() {
        let connections = ReadOnlyConnections::default();
        let seconds = Duration::from_secs;
        assert!(connections.is_usable(seconds(3_600)));
        tokio::time::advance(seconds(100)).await;
        connections.found_at.store(100_001, Ordering::Release);
        assert!(connections.is_usable(seconds(1)), "it may read meanwhile");
        assert!(!connections.is_usable(seconds(50)));
        tokio::time::advance(seconds(10)).await;
        assert!(!connections.is_usable(seconds(10)), "it was opened then");
        assert!(connections.is_usable(seconds(9)), "it was opened later");
    }
}
