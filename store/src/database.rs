//! The two databases that games live in, and the few points where they differ. Everything else is one SQL for both.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, SqlSafeStr, SqlStr};
use tokio::time::{sleep, timeout};

use super::StoreError;
use super::migrations::migrator;
use super::statement::Statement;

/// How many entries one statement inserts at the most.
pub(super) const ENTRIES_AT_ONCE: usize = 64;

/// How long a connection may take to come about.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);

/// How often something is set again that could not be set while a file was locked.
const SETTING_TRIES: u32 = 40;

/// How long to wait before that.
const SETTING_AGAIN: Duration = Duration::from_millis(50);

/// What every connection to SQLite needs.
pub(super) const SQLITE: [&str; 6] = [
    "pragma foreign_keys = on",
    "pragma busy_timeout = 5000",
    "pragma journal_mode = wal",
    "pragma synchronous = full",
    "pragma temp_store = memory",
    // What was written is moved into the file by whoever writes games, after the answer, and when the last one closes.
    "pragma wal_autocheckpoint = 0",
];

/// A database at its address.
#[derive(Clone, Debug)]
pub(super) struct Database {
    pub(super) options: AnyConnectOptions,
    kind: Kind,
    /// The file, where it is one.
    file: Option<Arc<Path>>,
    /// The statements that insert one entry, two, and so on.
    inserts: Arc<[SqlStr]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sqlite,
    Postgres,
}

impl Database {
    /// The database at an address: `sqlite://FILE`, which is created if it is absent, or `postgres://USER@HOST/NAME`.
    ///
    /// # Errors
    ///
    /// Where the address is malformed.
    pub(super) fn at(url: &str) -> Result<Self, StoreError> {
        Self::existing(&creating(url))
    }

    /// The database at an address, where there is one.
    ///
    /// # Errors
    ///
    /// Where the address is malformed.
    pub(super) fn existing(url: &str) -> Result<Self, StoreError> {
        let kind = if url.starts_with("postgres") { Kind::Postgres } else { Kind::Sqlite };
        let options = url.parse()?;
        let file = match kind {
            Kind::Sqlite => Some(url.parse::<SqliteConnectOptions>()?.get_filename().into()),
            Kind::Postgres => None,
        };
        let inserts = (1..=ENTRIES_AT_ONCE).map(|rows| kind.insert_entries(rows)).collect();
        Ok(Self { options, kind, file, inserts })
    }

    /// A connection that is ready for use.
    ///
    /// # Errors
    ///
    /// Where the database cannot be reached in good time.
    pub(super) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        let connect = async {
            let mut connection = self.options.connect().await?;
            self.prepare(&mut connection).await?;
            Ok(connection)
        };
        timeout(CONNECT_LIMIT, connect).await.map_err(|_| late())?
    }

    /// A connection whose statements may take as long as they need.
    ///
    /// # Errors
    ///
    /// Where the database cannot be reached in good time.
    pub(super) async fn connect_patiently(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = self.connect().await?;
        if self.kind == Kind::Postgres {
            for setting in ["set statement_timeout = 0", "set idle_in_transaction_session_timeout = 0"] {
                sqlx::query(setting).execute(&mut connection).await?;
            }
        }
        Ok(connection)
    }

    /// What every connection needs: an acknowledged commit survives a loss of power, readers do not wait for writers,
    /// and no statement waits for ever.
    pub(super) async fn prepare(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        let settings: &[&'static str] = match self.kind {
            Kind::Sqlite => &SQLITE,
            Kind::Postgres => &[
                "set statement_timeout = '5s'",
                "set lock_timeout = '5s'",
                "set idle_in_transaction_session_timeout = '10s'",
                // `local` and `off` would acknowledge what a crash can lose; stricter settings stand.
                "select set_config('synchronous_commit', 'on', false)
                 where current_setting('synchronous_commit') in ('off', 'local')",
            ],
        };
        for setting in settings {
            set(connection, setting).await?;
        }
        Ok(())
    }

    /// What a connection needs besides that many searches are read over. Postgres would make one plan for a statement
    /// whatever is put into it, and that reads the whole list for a state that no game is in.
    pub(super) async fn prepare_reader(&self, connection: &mut AnyConnection) -> sqlx::Result<()> {
        self.prepare(connection).await?;
        if self.kind == Kind::Postgres {
            sqlx::query("set plan_cache_mode = force_custom_plan").execute(connection).await?;
        }
        Ok(())
    }

    /// The file that it is; none where it is a server.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// How a transaction begins that will write. SQLite refuses to wait for its lock once a transaction has read.
    pub(super) fn begin(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "begin immediate",
            Kind::Postgres => "begin",
        }
    }

    /// Whether a connection can be lost while nobody uses it.
    pub(super) fn is_remote(&self) -> bool {
        self.kind == Kind::Postgres
    }

    /// How a transaction begins in which all reads see the same.
    pub(super) fn begin_reading(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "begin",
            Kind::Postgres => "begin isolation level repeatable read, read only",
        }
    }

    /// The statement that inserts so many entries: from 1 to [`ENTRIES_AT_ONCE`].
    pub(super) fn insert_entries(&self, rows: usize) -> SqlStr {
        self.inserts[rows - 1].clone()
    }

    /// How the database would carry out a statement, a line for each step.
    pub(super) async fn explain(
        &self,
        statement: Statement,
        on: &AnyPool,
    ) -> Result<Vec<String>, StoreError> {
        if self.kind == Kind::Postgres {
            let steps: Vec<(String,)> = statement.after("explain ").rows(on).await?;
            return Ok(steps.into_iter().map(|(step,)| step).collect());
        }
        let steps: Vec<(i64, i64, i64, String)> = statement.after("explain query plan ").rows(on).await?;
        Ok(steps.into_iter().map(|(_, _, _, step)| step).collect())
    }

    /// Brings the tables up to date. Several servers may start together: one does it, the others wait.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used, or was made by a newer server.
    pub(super) async fn migrate(&self) -> Result<(), StoreError> {
        // A migration may take longer than a statement may.
        let mut connection = self.options.connect().await?;
        match self.kind {
            Kind::Sqlite => {
                self.prepare(&mut connection).await?;
                let mut alone = connection.begin_with(self.begin()).await?;
                migrator().run(&mut *alone).await.map_err(StoreError::unavailable)?;
                alone.commit().await?;
            }
            // Here the library holds a lock of its own meanwhile.
            Kind::Postgres => migrator().run(&mut connection).await.map_err(StoreError::unavailable)?,
        }
        Ok(connection.close().await?)
    }
}

impl Kind {
    fn insert_entries(self, rows: usize) -> SqlStr {
        const COLUMNS: usize = 7;
        // SQLite need not be able to undo half a statement: what fails takes the whole transaction with it.
        let verb = match self {
            Kind::Sqlite => "insert or fail",
            Kind::Postgres => "insert",
        };
        let columns = "(game_id, seq, at, actor, command_id, kind, payload)";
        AssertSqlSafe(format!("{verb} into event {columns} values {}", self.places(rows, COLUMNS)))
            .into_sql_str()
    }

    fn places(self, rows: usize, columns: usize) -> String {
        // SQLite searches a list for the name of each parameter that has one.
        let place = |place: usize| match self {
            Kind::Sqlite => "?".to_owned(),
            Kind::Postgres => format!("${place}"),
        };
        let row = |row: usize| {
            let places: Vec<String> = (1..=columns).map(|column| place(row * columns + column)).collect();
            format!("({})", places.join(", "))
        };
        (0..rows).map(row).collect::<Vec<_>>().join(", ")
    }
}

/// Sets something. Of several servers that make a file of SQLite together, one gives it its log of writes, and SQLite does
/// not let the others wait for that, but says that the file is locked.
async fn set(connection: &mut AnyConnection, setting: &'static str) -> sqlx::Result<()> {
    let mut tries = 0;
    loop {
        match sqlx::query(setting).execute(&mut *connection).await {
            Err(error) if tries < SETTING_TRIES && is_locked(&error) => {
                tries += 1;
                sleep(SETTING_AGAIN).await;
            }
            result => return result.map(drop),
        }
    }
}

/// SQLite's `SQLITE_BUSY`.
fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.code().is_some_and(|code| code == "5"))
}

/// A database that does not answer in good time.
pub(super) fn late() -> StoreError {
    StoreError::late()
}

/// The address that creates a SQLite file if it is absent, which sqlx does only when asked.
fn creating(url: &str) -> String {
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

    /// A file that is not there yet, in a folder of its own.
    fn file() -> (TempDir, String) {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        (folder, url)
    }

    #[tokio::test]
    async fn a_file_that_somebody_else_is_making_is_waited_for() {
        let (_folder, url) = file();
        let database = Database::at(&url).expect("an address");
        let mut other = database.options.connect().await.expect("a file");
        sqlx::raw_sql("create table other (x); begin immediate").execute(&mut other).await.expect("locked");
        let end = async {
            // Until then the file cannot get its log of writes, however long that is.
            sleep(2 * SETTING_AGAIN).await;
            sqlx::raw_sql("commit").execute(&mut other).await.expect("an end");
        };
        let (connection, ()) = tokio::join!(database.connect(), end);
        connection.expect("it has waited");
    }

    #[tokio::test]
    async fn whoever_else_writes_waits_for_the_disk_too() {
        let (_folder, url) = file();
        let mut connection = Database::at(&url).expect("an address").connect().await.expect("a connection");
        let setting = sqlx::query_scalar::<_, i64>("pragma synchronous").fetch_one(&mut connection);
        assert_eq!(setting.await.expect("a number"), 2, "FULL");
    }
}
