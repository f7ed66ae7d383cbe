//! What games are written with: all commits of a batch in one transaction, or none.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join;
use sqlx::{AnyConnection, Connection};
use tokio::time::timeout;

use super::database::{self, Database};
use super::sqlite_writer::SqliteWriter;
use super::{Commit, StoreError, write_plan};

/// How long a commit may take before its fate is called unknown; and how long it may take to get something to write with.
const LIMIT: Duration = Duration::from_secs(15);

/// A connection that writes. What has failed once may be broken: get another one then.
#[derive(Debug)]
pub struct WriteConnection {
    database: Database,
    nib: Backend,
}

#[derive(Debug)]
enum Backend {
    Sqlite(SqliteWriter),
    Remote(AnyConnection),
}

impl WriteConnection {
    pub(super) async fn new(database: &Database) -> Result<Self, StoreError> {
        let nib = timeout(LIMIT, Backend::of(database)).await.map_err(|_| database::late())??;
        Ok(Self { database: database.clone(), nib })
    }

    /// Writes some commits in one transaction: all of them, or none. While the database has to do with them, it does
    /// something else, if it gets that far.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] where one of them was not the first, [`StoreError::Unavailable`] where the database fails
    /// or does not answer; then only the log knows what became of them.
    pub async fn write(
        &mut self,
        commits: &Arc<Vec<Commit>>,
        meanwhile: impl FnOnce(),
    ) -> Result<(), StoreError> {
        let write = async {
            match &mut self.nib {
                Backend::Sqlite(scribe) => scribe.write(Arc::clone(commits), meanwhile).await,
                Backend::Remote(connection) => write(&self.database, connection, commits, meanwhile).await,
            }
        };
        timeout(LIMIT, write).await.map_err(|_| database::late())?
    }
}

impl Backend {
    async fn of(database: &Database) -> Result<Self, StoreError> {
        Ok(match database.file() {
            Some(file) => Self::Sqlite(SqliteWriter::hire(file).await?),
            None => Self::Remote(database.connect().await?),
        })
    }
}

async fn write(
    database: &Database,
    connection: &mut AnyConnection,
    commits: &[Commit],
    meanwhile: impl FnOnce(),
) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with(database.begin()).await?;
    write_plan::carry_out(database, &mut transaction, write_plan::of(commits)?).await?;
    let (committed, ()) = join(transaction.commit(), async { meanwhile() }).await;
    Ok(committed?)
}
