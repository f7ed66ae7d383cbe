use std::path::{Path, PathBuf};
use std::thread;

use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tempfile::TempDir;
use tokio::runtime::Builder;

/// A database of a test's own, gone with it: a SQLite file, or a schema in the Postgres that the environment names.
pub(crate) struct TestDatabase {
    folder: TempDir,
    schema: Option<Schema>,
}

/// A schema in a Postgres database.
struct Schema {
    server: String,
    name: String,
}

impl TestDatabase {
    /// Where the tests keep their games, if not in SQLite: the address of a Postgres database.
    pub(crate) const VARIABLE: &str = "IKIBUGUZO_TEST_DATABASE_URL";

    /// A new database of the kind that these tests run on.
    pub(crate) async fn new() -> Self {
        let schema = match std::env::var(Self::VARIABLE) {
            Ok(server) => Some(Schema::create(server).await),
            Err(_) => None,
        };
        Self { schema, ..Self::sqlite() }
    }

    /// A new SQLite database, for what only that can show.
    pub(crate) fn sqlite() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder for the database"), schema: None }
    }

    /// Its address.
    pub(crate) fn url(&self) -> String {
        match &self.schema {
            Some(schema) => schema.url(),
            None => format!("sqlite://{}", self.folder().join("games.db").display()),
        }
    }

    /// A connection to it, for what no server does.
    pub(crate) async fn connect(&self) -> AnyConnection {
        install_default_drivers();
        AnyConnection::connect(&self.url()).await.expect("the database")
    }

    /// A folder of its own, on the same disk as a SQLite file.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where a server on this database writes its log.
    pub(crate) fn log(&self) -> PathBuf {
        self.folder().join("server.log")
    }
}

/// Keeps everybody else from writing.
pub(crate) async fn hold(database: &mut AnyConnection) {
    let statements: &[&str] = match database.backend_name() {
        "SQLite" => &["begin immediate"],
        _ => &["begin", "lock table event in exclusive mode"],
    };
    for statement in statements {
        sqlx::query(*statement).execute(&mut *database).await.expect("held");
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
        let sign = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{sign}options[search_path]={}", self.server, self.name)
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        let (server, drop) = (self.server.clone(), format!("drop schema {} cascade", self.name));
        let run = move || {
            Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime")
                .block_on(run(&server, drop));
        };
        // A failure here is no failure of the test.
        let _ = thread::spawn(run).join();
    }
}

async fn run(server: &str, statement: String) {
    install_default_drivers();
    let mut connection = AnyConnection::connect(server).await.expect("the Postgres of the tests");
    sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.expect("done");
}
