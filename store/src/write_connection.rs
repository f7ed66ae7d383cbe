//! The connection over which games are written: all commits of a batch in one transaction.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join;
use sqlx::{AnyConnection, Connection};
use tokio::time::timeout;

use crate::commit::Commit;
use crate::database::Database;
use crate::error::StoreError;
use crate::sqlite_writer::SqliteWriter;
use crate::store::Store;
use crate::write_plan;

/// Time limit for connecting and for writing. After that it is not known whether the batch was written.
const WRITE_TIMEOUT: Duration = Duration::from_secs(15);

/// A connection that writes. After an error other than [`StoreError::Conflict`] it may be broken: open another one.
#[derive(Debug)]
pub struct WriteConnection {
    database: Database,
    backend: Backend,
    statistics_slot: i64,
}

#[derive(Debug)]
enum Backend {
    Sqlite(SqliteWriter),
    Postgres(AnyConnection),
}

impl Store {
    /// Opens a connection that writes. It counts finished games in the rows of a slot: two servers with different slots
    /// do not wait for each other there.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be reached within 15 s.
    pub async fn connect_writer(&self, statistics_slot: i64) -> Result<WriteConnection, StoreError> {
        let connect = Backend::connect(&self.database);
        let backend = timeout(WRITE_TIMEOUT, connect).await.map_err(|_| StoreError::late())??;
        Ok(WriteConnection { database: self.database.clone(), backend, statistics_slot })
    }
}

impl WriteConnection {
    /// Writes commits in one transaction, each of them whole or not at all, and runs `meanwhile` while the database
    /// writes. Returns the indexes of the commits that lost, since another writer was first: nothing of them was
    /// written.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the database rolled the transaction back because of another one: nothing was
    /// written, and the commits can be written again. [`StoreError::Violation`] if one of the commits breaks a rule of
    /// the schema: nothing was written. [`StoreError::Unavailable`] if the database fails or takes longer
    /// than 15 s: only the log tells whether the commits were written. If the transaction fails early, `meanwhile` may
    /// not run.
    pub async fn write(
        &mut self,
        commits: &Arc<Vec<Commit>>,
        meanwhile: impl FnOnce(),
    ) -> Result<BTreeSet<usize>, StoreError> {
        let slot = self.statistics_slot;
        let write = async {
            match &mut self.backend {
                Backend::Sqlite(writer) => writer.write(Arc::clone(commits), slot, meanwhile).await,
                Backend::Postgres(connection) => {
                    write(&self.database, connection, commits, slot, meanwhile).await
                }
            }
        };
        timeout(WRITE_TIMEOUT, write).await.map_err(|_| StoreError::late())?
    }
}

impl Backend {
    async fn connect(database: &Database) -> Result<Self, StoreError> {
        Ok(match database.file() {
            Some(file) => Self::Sqlite(SqliteWriter::spawn(file).await?),
            None => Self::Postgres(database.connect_for_writes().await?),
        })
    }
}

async fn write(
    database: &Database,
    connection: &mut AnyConnection,
    commits: &[Commit],
    statistics_slot: i64,
    meanwhile: impl FnOnce(),
) -> Result<BTreeSet<usize>, StoreError> {
    let mut transaction = connection.begin_with(database.begin()).await?;
    let lost = write_plan::execute(database, &mut transaction, commits, statistics_slot).await?;
    let (committed, ()) = join(transaction.commit(), async { meanwhile() }).await;
    committed?;
    Ok(lost)
}
