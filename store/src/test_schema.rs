//! A database of its own for a test. Tests only.

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

/// The address of a Postgres database; without it the tests run on SQLite.
const DATABASE_VARIABLE: &str = "IKIBUGUZO_TEST_DATABASE_URL";

/// A database of one test: a SQLite file, or a schema in Postgres.
pub(crate) struct TestSchema {
    pub(crate) url: String,
    schema: Option<(String, String)>,
    _folder: tempfile::TempDir,
}

impl TestSchema {
    /// An empty schema.
    pub(crate) async fn create() -> Self {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.db");
        // An empty file is an empty database.
        std::fs::write(&file, []).expect("a file");
        let file = format!("sqlite://{}", file.display());
        let Ok(server) = std::env::var(DATABASE_VARIABLE) else {
            return Self { url: file, schema: None, _folder: folder };
        };
        let name = format!("test_{:016x}", fastrand::u64(..));
        run(&server, format!("create schema {name}")).await;
        let url = format!("{server}?options[search_path]={name}");
        Self { url, schema: Some((server, name)), _folder: folder }
    }

    /// Drops the schema.
    pub(crate) async fn remove(self) {
        if let Some((server, name)) = self.schema {
            run(&server, format!("drop schema {name} cascade")).await;
        }
    }
}

async fn run(server: &str, statement: String) {
    let mut connection = AnyConnection::connect(server).await.expect("the server");
    sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.expect("a schema");
}
