use std::time::Duration;

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::thread;

use sqlx::any::install_default_drivers;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tempfile::TempDir;
use tokio::runtime::Builder;

/// A database of one test, which is removed with it: a SQLite file, or a schema in the Postgres that the environment
/// names.
pub struct TestDatabase {
    folder: TempDir,
    schema: Option<Schema>,
}

/// A schema in a Postgres database.
struct Schema {
    server: String,
    name: String,
}

/// A transaction that keeps all others from writing. Dropping it releases it too, but later.
pub struct WriteLock {
    connection: AnyConnection,
}

impl TestDatabase {
    /// The environment variable with the address of a Postgres database. Without it the tests run on SQLite.
    pub const VARIABLE: &str = "IKIBUGUZO_TEST_DATABASE_URL";

    /// Creates a database of the kind that the environment chooses.
    pub async fn new() -> Self {
        let schema = match std::env::var(Self::VARIABLE) {
            Ok(server) => Some(Schema::create(server).await),
            Err(_) => None,
        };
        Self { schema, ..Self::sqlite() }
    }

    /// Creates a SQLite database.
    pub fn sqlite() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder for the database"), schema: None }
    }

    /// Its address, as the server takes it.
    pub fn url(&self) -> String {
        match &self.schema {
            Some(schema) => schema.url(),
            None => format!("sqlite://{}", self.folder().join("games.db").display()),
        }
    }

    /// The address of its Postgres server.
    ///
    /// # Panics
    ///
    /// Panics if the database is SQLite.
    pub fn postgres_address(&self) -> SocketAddr {
        let options: PgConnectOptions = self.url().parse().expect("the address of a Postgres");
        let mut found = (options.get_host(), options.get_port()).to_socket_addrs().expect("a known host");
        found.next().expect("an address")
    }

    /// Its address through a proxy in front of its Postgres server.
    pub fn url_through(&self, proxy: SocketAddr) -> String {
        let url = self.url();
        let (scheme, rest) = url.split_once("://").expect("a scheme");
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        match authority.rsplit_once('@') {
            Some((user, _)) => format!("{scheme}://{user}@{proxy}{path}"),
            None => format!("{scheme}://{proxy}{path}"),
        }
    }

    /// Connects to it, for statements that no server runs.
    pub async fn connect(&self) -> AnyConnection {
        install_default_drivers();
        AnyConnection::connect(&self.url()).await.expect("the database")
    }

    /// Runs a statement that no server runs.
    pub async fn execute(&self, statement: &str) {
        let query = sqlx::query(AssertSqlSafe(statement.to_owned()));
        query.execute(&mut self.connect().await).await.expect(statement);
    }

    /// Counts rows: `from` is the text after `select count(*) from`.
    pub async fn count(&self, from: &str) -> i64 {
        let query = sqlx::query_scalar(AssertSqlSafe(format!("select count(*) from {from}")));
        query.fetch_one(&mut self.connect().await).await.expect(from)
    }

    /// Moves every time of every game into the past. The entries are then like those from before
    /// there were hashes.
    pub async fn shift_times_back(&self, time: Duration) {
        self.execute("update event set hash = null").await;
        for column in ["event set at = at", "game set created_at = created_at", "game set due_at = due_at"] {
            // A value that is null stays null.
            self.execute(&format!("update {column} - {}", time.as_millis())).await;
        }
    }

    /// Keeps all other connections from writing until the lock is released.
    pub async fn lock_writes(&self) -> WriteLock {
        let mut connection = self.connect().await;
        let statements: &[&str] = match connection.backend_name() {
            "SQLite" => &["begin immediate"],
            _ => &["begin", "lock table event in exclusive mode"],
        };
        for statement in statements {
            sqlx::query(*statement).execute(&mut connection).await.expect("the lock");
        }
        WriteLock { connection }
    }

    /// Keeps all other connections from reading and writing some tables until the lock is released. `tables` are
    /// separated by commas.
    ///
    /// # Panics
    ///
    /// Panics if the database is SQLite, which can lock only the whole file.
    pub async fn lock_tables(&self, tables: &str) -> WriteLock {
        let mut connection = self.connect().await;
        for statement in ["begin", &format!("lock table {tables} in access exclusive mode")] {
            let query = sqlx::query(AssertSqlSafe(statement.to_owned()));
            query.execute(&mut connection).await.expect("the lock");
        }
        WriteLock { connection }
    }

    /// The folder of this database, on the same disk as a SQLite file.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The file to which a server on this database writes its log.
    pub fn log_file(&self) -> PathBuf {
        self.folder().join("server.log")
    }
}

impl WriteLock {
    /// Lets all other connections write again.
    pub async fn release(mut self) {
        sqlx::query("rollback").execute(&mut self.connection).await.expect("the end of the lock");
    }
}

impl Schema {
    async fn create(server: String) -> Self {
        let name = format!("test_{:016x}", fastrand::u64(..));
        let schema = Self { server, name };
        run(&schema.server, format!("create schema {}", schema.name)).await;
        schema
    }

    fn url(&self) -> String {
        let separator = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{separator}options[search_path]={}", self.server, self.name)
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        let server = self.server.clone();
        let drop = format!("drop schema {} cascade", self.name);
        let run = move || {
            Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime")
                .block_on(run(&server, drop));
        };
        // A failure here must not fail the test.
        let _ = thread::spawn(run).join();
    }
}

async fn run(server: &str, statement: String) {
    install_default_drivers();
    let mut connection = AnyConnection::connect(server).await.expect("the Postgres of the tests");
    sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.expect("done");
}
