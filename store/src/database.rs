//! The two kinds of database, and where they differ. All other SQL is one text for both.

use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, SqlSafeStr, SqlStr};
use tokio::time::{sleep, timeout};

use crate::database_file::DatabaseFile;
use crate::error::StoreError;
use crate::migrations::migrator;
use crate::statement::Statement;

/// Largest number of entries that one statement inserts.
pub(crate) const MAX_EVENT_ROWS: usize = 64;

/// Time limit for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a setting that fails because the file is locked is tried again.
const MAX_SETTING_RETRIES: u32 = 40;

/// The pause before each retry.
const SETTING_RETRY_DELAY: Duration = Duration::from_millis(50);

/// Settings of every connection to SQLite.
pub(crate) const SQLITE_SETTINGS: [&str; 6] = [
    "pragma foreign_keys = on",
    "pragma busy_timeout = 5000",
    "pragma journal_mode = wal",
    "pragma synchronous = full",
    "pragma temp_store = memory",
    // The writer moves pages from the write-ahead log into the file, after it has answered; so does the last connection
    // that closes.
    "pragma wal_autocheckpoint = 0",
];

/// Settings of a connection to Postgres that reads. A page is read in the order of an index and joined with the names
/// of its players one by one. Before `analyze`, Postgres would instead collect all games of a filter and sort them.
const POSTGRES_READER_SETTINGS: [&str; 8] = [
    // One plan for all values of the parameters would read the whole list for a state that no game is in.
    "set plan_cache_mode = force_custom_plan",
    "set enable_seqscan = off",
    "set enable_bitmapscan = off",
    "set enable_sort = off",
    "set enable_incremental_sort = off",
    "set enable_hashjoin = off",
    "set enable_mergejoin = off",
    // A plan that has to sort anyway gets a high cost from these settings, and would be compiled because of it.
    "set jit = off",
];

/// A database, by its address.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub(crate) options: AnyConnectOptions,
    kind: Kind,
    /// The file of a SQLite database.
    file: Option<DatabaseFile>,
    /// The statements that insert one entry, two entries, and so on.
    inserts: Arc<[SqlStr]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sqlite,
    Postgres,
}

impl Database {
    /// The database at `sqlite://FILE`, which is created if there is none, or `postgres://USER@HOST/NAME`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the address is malformed.
    pub(crate) fn at(url: &str) -> Result<Self, StoreError> {
        Self::existing(&with_creation(url))
    }

    /// The database at an address; a SQLite file is not created.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the address is malformed.
    pub(crate) fn existing(url: &str) -> Result<Self, StoreError> {
        let kind = if url.starts_with("postgres") { Kind::Postgres } else { Kind::Sqlite };
        let options = url.parse()?;
        let file = match kind {
            Kind::Sqlite => Some(DatabaseFile::at(url.parse::<SqliteConnectOptions>()?.get_filename())),
            Kind::Postgres => None,
        };
        let inserts = (1..=MAX_EVENT_ROWS).map(|rows| kind.insert_events(rows)).collect();
        Ok(Self { options, kind, file, inserts })
    }

    /// Opens a connection whose statements may take 5 s.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be reached within 5 s.
    pub(crate) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        let connect = async {
            let mut connection = self.options.connect().await?;
            self.prepare(&mut connection).await?;
            Ok(connection)
        };
        timeout(CONNECT_TIMEOUT, connect).await.map_err(|_| StoreError::late())?
    }

    /// Opens a connection for writes. If a server stands still within a transaction, others that write to the same
    /// games must not wait for it until they count as dead, too.
    ///
    /// # Errors
    ///
    /// As for [`connect`](Self::connect).
    pub(crate) async fn connect_for_writes(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = self.connect().await?;
        if self.kind == Kind::Postgres {
            // A plan for an empty table would go on to read the whole table when it has grown.
            for setting in ["set idle_in_transaction_session_timeout = '1s'", "set enable_seqscan = off"] {
                apply_setting(&mut connection, setting).await?;
            }
        }
        Ok(connection)
    }

    /// Opens a connection whose statements may take as long as they need.
    ///
    /// # Errors
    ///
    /// As for [`connect`](Self::connect).
    pub(crate) async fn connect_without_timeouts(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = self.connect().await?;
        if self.kind == Kind::Postgres {
            for setting in ["set statement_timeout = 0", "set idle_in_transaction_session_timeout = 0"] {
                sqlx::query(setting).execute(&mut connection).await?;
            }
        }
        Ok(connection)
    }

    /// Sets up a connection: an acknowledged commit survives a loss of power, readers do not wait for writers, and
    /// every statement has a time limit.
    pub(crate) async fn prepare(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        let settings: &[&'static str] = match self.kind {
            Kind::Sqlite => &SQLITE_SETTINGS,
            Kind::Postgres => &[
                "set statement_timeout = '5s'",
                "set lock_timeout = '5s'",
                "set idle_in_transaction_session_timeout = '10s'",
                // With `local` or `off` a crash could lose an acknowledged commit. Stricter settings stay.
                "select set_config('synchronous_commit', 'on', false)
                 where current_setting('synchronous_commit') in ('off', 'local')",
            ],
        };
        for setting in settings {
            apply_setting(connection, setting).await?;
        }
        Ok(())
    }

    /// Sets up a connection for reads: Postgres plans each of them as a list is read, from one stretch of an index.
    pub(crate) async fn prepare_reader(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        self.prepare(connection).await?;
        if self.kind == Kind::Postgres {
            for setting in POSTGRES_READER_SETTINGS {
                sqlx::query(setting).execute(&mut *connection).await?;
            }
        }
        Ok(())
    }

    /// The SQL behind the name of a table that says which of its indexes is read. SQLite has no statistics, and would
    /// read an index with more games; Postgres finds the right one by its [settings](POSTGRES_READER_SETTINGS).
    pub(crate) fn index_hint(&self, index: &str) -> String {
        match self.kind {
            Kind::Sqlite => format!(" indexed by {index}"),
            Kind::Postgres => String::new(),
        }
    }

    /// The file of a SQLite database; none for Postgres.
    pub(crate) fn file(&self) -> Option<&DatabaseFile> {
        self.file.as_ref()
    }

    /// Checks that a SQLite database is still in the file that was opened.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the file was deleted, moved away, or replaced by another one.
    pub(crate) fn check_file(&self) -> Result<(), StoreError> {
        self.file.as_ref().map_or(Ok(()), DatabaseFile::check)
    }

    /// Creates a SQLite file if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the file cannot be created.
    pub(crate) async fn create(&self) -> Result<(), StoreError> {
        if self.file.is_some() {
            self.options.connect().await?.close().await?;
        }
        Ok(())
    }

    /// The statement that begins a transaction that writes. SQLite gets its lock here: in a transaction that has
    /// already read, it would not wait for the lock.
    pub(crate) fn begin(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "begin immediate",
            Kind::Postgres => "begin",
        }
    }

    /// The SQL behind a text column that compares it byte by byte, as this program does.
    pub(crate) fn byte_order(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "",
            Kind::Postgres => " collate \"C\"",
        }
    }

    /// Opens a connection for the check of a database: sorting needs little memory, whatever the size of the tables.
    ///
    /// # Errors
    ///
    /// As for [`connect`](Self::connect).
    pub(crate) async fn connect_for_check(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = self.connect_without_timeouts().await?;
        if self.kind == Kind::Sqlite {
            apply_setting(&mut connection, "pragma temp_store = file").await?;
        }
        Ok(connection)
    }

    /// Whether a connection can be lost while it is idle.
    pub(crate) fn is_remote(&self) -> bool {
        self.kind == Kind::Postgres
    }

    /// The statement that begins a transaction whose reads all see the same state.
    pub(crate) fn begin_snapshot(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "begin",
            Kind::Postgres => "begin isolation level repeatable read, read only",
        }
    }

    /// The end of a `select` that locks the rows that it reads, and leaves out rows that another transaction has
    /// locked. In SQLite only one transaction writes at a time.
    pub(crate) fn row_lock(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "",
            Kind::Postgres => " for update skip locked",
        }
    }

    /// The end of a `select` that locks the rows that it reads, and waits for other transactions that have locked them.
    pub(crate) fn wait_lock(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "",
            Kind::Postgres => " for update",
        }
    }

    /// The statement that inserts `rows` entries, from 1 to [`MAX_EVENT_ROWS`]. It leaves out those whose `seq` is taken
    /// or that do not follow the newest entry of their log, and returns the keys of the others.
    pub(crate) fn insert_events(&self, rows: usize) -> SqlStr {
        self.inserts[rows - 1].clone()
    }

    /// The database's plan for a statement, a line for each step.
    pub(crate) async fn explain(
        &self,
        statement: Statement,
        on: &AnyPool,
    ) -> Result<Vec<String>, StoreError> {
        if self.kind == Kind::Postgres {
            let steps: Vec<(String,)> = statement.with_prefix("explain ").rows(on).await?;
            return Ok(steps.into_iter().map(|(step,)| step).collect());
        }
        let steps: Vec<(i64, i64, i64, String)> =
            statement.with_prefix("explain query plan ").rows(on).await?;
        Ok(steps.into_iter().map(|(_, _, _, step)| step).collect())
    }

    /// Brings the tables up to date. Several servers may start together: one migrates, the others wait.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used, or if its schema is not a state of `migrations/`: a
    /// newer one, or one from before 0.1.0.
    pub(crate) async fn migrate(&self) -> Result<(), StoreError> {
        // This connection has no time limit for statements.
        let mut connection = self.options.connect().await?;
        match self.kind {
            Kind::Sqlite => {
                self.prepare(&mut connection).await?;
                let mut transaction = connection.begin_with(self.begin()).await?;
                migrator().run(&mut *transaction).await.map_err(StoreError::unavailable)?;
                transaction.commit().await?;
            }
            // The library takes an advisory lock.
            Kind::Postgres => migrator().run(&mut connection).await.map_err(StoreError::unavailable)?,
        }
        connection.close().await?;
        self.file.as_ref().map_or(Ok(()), DatabaseFile::note_opened)
    }
}

impl Kind {
    fn insert_events(self, rows: usize) -> SqlStr {
        let columns = "game_id, seq, at, actor, command_id, command_hash, kind, payload, hash";
        let rows = self.entries(rows);
        // A scalar subquery: Postgres would read the whole table for an `exists` that it turns into a join.
        AssertSqlSafe(format!(
            "with entry ({columns}, expected) as (values {rows})
             insert into event ({columns}) select {columns} from entry
             where expected is null or expected = (
                 select coalesce(before.hash, entry.expected) from event before
                 where before.game_id = entry.game_id and before.seq = entry.seq - 1)
             on conflict do nothing returning game_id, seq"
        ))
        .into_sql_str()
    }

    /// The placeholders of some entries, with the types that Postgres cannot know.
    fn entries(self, rows: usize) -> String {
        const TYPES: [&str; 10] =
            ["bigint", "bigint", "bigint", "text", "text", "bigint", "text", "text", "text", "text"];
        // SQLite searches a list for each parameter that has a name.
        let placeholder = |number: usize, kind: &str| match self {
            Kind::Sqlite => "?".to_owned(),
            Kind::Postgres => format!("${number}::{kind}"),
        };
        let row = |row: usize| {
            let row =
                TYPES.iter().zip(row * TYPES.len() + 1..).map(|(kind, number)| placeholder(number, kind));
            format!("({})", row.collect::<Vec<_>>().join(", "))
        };
        (0..rows).map(row).collect::<Vec<_>>().join(", ")
    }
}

/// Executes a setting. While one server gives a new SQLite file its write-ahead log, SQLite tells the others that the
/// file is locked instead of making them wait, so they try again.
async fn apply_setting(connection: &mut AnyConnection, setting: &'static str) -> sqlx::Result<()> {
    let mut retries = 0;
    loop {
        match sqlx::query(setting).execute(&mut *connection).await {
            Err(error) if retries < MAX_SETTING_RETRIES && is_locked(&error) => {
                retries += 1;
                sleep(SETTING_RETRY_DELAY).await;
            }
            result => return result.map(drop),
        }
    }
}

/// Whether an error is SQLite's `SQLITE_BUSY`.
fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.code().is_some_and(|code| code == "5"))
}

/// The address with `mode=rwc`, with which sqlx creates a SQLite file if there is none.
fn with_creation(url: &str) -> String {
    match url.split_once('?') {
        None if url.starts_with("sqlite:") => format!("{url}?mode=rwc"),
        Some((_, parameters)) if url.starts_with("sqlite:") && !parameters.contains("mode=") => {
            format!("{url}&mode=rwc")
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// The address of a SQLite file that does not exist yet, in a folder of its own.
    fn new_file() -> (TempDir, String) {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        (folder, url)
    }

    #[tokio::test]
    async fn connecting_waits_while_another_program_creates_the_file() {
        let (_folder, url) = new_file();
        let database = Database::at(&url).expect("an address");
        let mut other = database.options.connect().await.expect("a file");
        sqlx::raw_sql("create table other (x); begin immediate").execute(&mut other).await.expect("locked");
        let end = async {
            // Until the end of that transaction the file cannot get its write-ahead log.
            sleep(2 * SETTING_RETRY_DELAY).await;
            sqlx::raw_sql("commit").execute(&mut other).await.expect("an end");
        };
        let (connection, ()) = tokio::join!(database.connect(), end);
        connection.expect("a connection after the wait");
    }

    #[tokio::test]
    async fn every_connection_waits_for_the_disk() {
        let (_folder, url) = new_file();
        let mut connection = Database::at(&url).expect("an address").connect().await.expect("a connection");
        let setting = sqlx::query_scalar::<_, i64>("pragma synchronous").fetch_one(&mut connection);
        assert_eq!(setting.await.expect("a number"), 2, "FULL");
    }
}
