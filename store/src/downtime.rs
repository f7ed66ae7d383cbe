//! When servers were alive, and when none was.

use ikibuguzo_game::downtime::Downtime;

use crate::error::StoreError;
use crate::rows::{millis, unsigned};
use crate::statement::Statement;
use crate::store::Store;

impl Store {
    /// When a server was last alive, in milliseconds since 1970-01-01 UTC; none in a new database.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_last_heartbeat(&self) -> Result<Option<u64>, StoreError> {
        let at: Option<i64> =
            sqlx::query_scalar("select at from heartbeat").fetch_optional(&self.pool).await?;
        at.map(unsigned).transpose()
    }

    /// All times in which no server was alive, in order.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_downtimes(&self) -> Result<Vec<Downtime>, StoreError> {
        let rows: Vec<(i64, i64)> = sqlx::query_as("select from_at, until_at from downtime order by from_at")
            .fetch_all(&self.pool)
            .await?;
        let downtime = |(from, until)| Ok(Downtime { from: unsigned(from)?, until: unsigned(until)? });
        rows.into_iter().map(downtime).collect()
    }
}

/// Stores that a server was alive at a time. An earlier time changes nothing.
pub(crate) fn store_heartbeat(now: u64) -> Statement {
    let mut statement = Statement::new("insert into heartbeat (name, at) values ('server', ");
    statement.bind(millis(now).into());
    statement.push(") on conflict (name) do update set at = excluded.at where heartbeat.at < excluded.at");
    statement
}

/// Stores a downtime. Two servers that start together after one store the same row, and a server that does not know whether
/// its row was stored stores a longer one: the longest stays.
pub(crate) fn store_downtime(downtime: Downtime) -> Statement {
    let mut statement = Statement::new("insert into downtime (from_at, until_at) values (");
    statement.bind_all([millis(downtime.from).into(), millis(downtime.until).into()]);
    statement.push(") on conflict (from_at) do update set until_at = excluded.until_at");
    statement.push(" where downtime.until_at < excluded.until_at");
    statement
}
