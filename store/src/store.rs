//! The database, opened.

use std::time::Duration;

use sqlx::any::{AnyPoolOptions, install_default_drivers};
use sqlx::{Any, AnyPool, Connection, Transaction};

use crate::database::Database;
use crate::error::StoreError;
use crate::migrations::NEWEST_MIGRATION;
use crate::read_only::ReadOnlyConnections;
use crate::unreadable_games::UnreadableGames;

/// Largest number of connections for reading. Games are written over one [`WriteConnection`](crate::WriteConnection).
const MAX_READERS: u32 = 4;

/// Largest number of connections for the reads that games wait for.
const MAX_GAME_READERS: u32 = 2;

/// How long a read waits for a free connection.
const READER_WAIT: Duration = Duration::from_secs(3);

/// A database, open for reading. Cheap to clone.
///
/// Games are written by a [`WriteConnection`](crate::WriteConnection); players, names and tokens by the methods here.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) database: Database,
    pub(crate) pool: AnyPool,
    pub(crate) unreadable: UnreadableGames,
}

impl Store {
    /// Opens the database at `sqlite://FILE` or `postgres://USER@HOST/NAME`, and brings its tables up to date. A SQLite
    /// file is created if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the address is malformed, if the database cannot be used, or if its schema is not
    /// a state of `migrations/`.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        install_default_drivers();
        Database::at(url)?.create().await?;
        Self::open_existing(url).await
    }

    /// Opens a database that exists, and brings its tables up to date.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open), and if there is no such SQLite file.
    pub async fn open_existing(url: &str) -> Result<Self, StoreError> {
        install_default_drivers();
        let database = Database::existing(url)?;
        let pool = reader_pool(&database, MAX_READERS);
        database.migrate().await?;
        Ok(Self { database, pool, unreadable: UnreadableGames::default() })
    }

    /// The same database, read over connections of its own: a game that waits for a read does not wait for other
    /// readers.
    pub fn for_games(&self) -> Self {
        Self { pool: reader_pool(&self.database, MAX_GAME_READERS), ..self.clone() }
    }

    /// The connections, for a statement that writes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if a SQLite file is gone.
    pub(crate) fn writable(&self) -> Result<&AnyPool, StoreError> {
        self.database.check_file()?;
        Ok(&self.pool)
    }

    /// Begins a transaction that writes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub(crate) async fn begin_write(&self) -> Result<Transaction<'static, Any>, StoreError> {
        self.database.check_file()?;
        Ok(self.pool.begin_with(self.database.begin()).await?)
    }

    /// Whether several servers, also on other machines, may share the database: Postgres.
    pub fn is_remote(&self) -> bool {
        self.database.is_remote()
    }

    /// Checks that the database answers, and that its schema is not older than this program.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if it does not answer, or has another schema.
    pub async fn check_schema(&self) -> Result<(), StoreError> {
        let newest: Option<i64> =
            sqlx::query_scalar("select max(version) from _sqlx_migrations").fetch_one(&self.pool).await?;
        if newest < Some(NEWEST_MIGRATION) {
            return Err(StoreError::old_schema(newest.unwrap_or_default()));
        }
        Ok(())
    }
}

/// Connections that are opened when they are first needed.
fn reader_pool(database: &Database, max_connections: u32) -> AnyPool {
    let preparing = database.clone();
    let read_only = ReadOnlyConnections::default();
    let noting = read_only.clone();
    AnyPoolOptions::new()
        .max_connections(max_connections)
        .acquire_timeout(READER_WAIT)
        .test_before_acquire(database.is_remote())
        .after_connect(move |connection, _| {
            let database = preparing.clone();
            let read_only = noting.clone();
            Box::pin(async move {
                database.check_file().map_err(|error| sqlx::Error::Configuration(Box::new(error)))?;
                database.prepare_reader(connection).await?;
                read_only.note(&database, connection).await
            })
        })
        .before_acquire(move |_, connection| {
            let is_usable = read_only.is_usable(connection.age);
            Box::pin(async move { Ok(is_usable) })
        })
        // SQLite rolls a transaction back by itself when the disk is full. sqlx still counts that transaction as open, and
        // begins no other one on the connection.
        .after_release(|connection, _| {
            let is_in_transaction = connection.is_in_transaction();
            Box::pin(async move { Ok(!is_in_transaction) })
        })
        .connect_lazy_with(database.options.clone())
}

#[cfg(test)]
mod tests {
    use ikibuguzo_game::player::Player;
    use ikibuguzo_protocol::Timestamp;
    use ikibuguzo_protocol::Token;

    use super::*;
    use crate::statement::Statement;

    #[tokio::test]
    async fn after_a_full_disk_players_are_added_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let add = async |number: u8| {
            let name = format!("Guest{number}");
            let player = Player::person(name.as_str().into(), name.parse().expect("a name"));
            let token = Token::from_random(std::array::from_fn(|index| number >> (5 * (index % 2))));
            store.add_player(&player, &token, Timestamp::from_millis(1)).await
        };
        // The smallest limit that SQLite accepts is the present size. A new connection has no limit, like a disk with free
        // space.
        Statement::new("pragma max_page_count = 1").execute(&store.pool).await.expect("a limit");
        let mut numbers = 0..u8::MAX;
        while add(numbers.next().expect("a number")).await.is_ok() {}
        for number in numbers.take(5) {
            add(number).await.expect("the disk has free space");
        }
    }

    #[tokio::test]
    async fn a_database_of_another_schema_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let later = "update _sqlx_migrations set version = 9999 where version = 1";
        Statement::new(later).execute(&store.pool).await.expect("a later schema");
        assert!(matches!(Store::open(&url).await, Err(StoreError::Unavailable(_))));
    }
}
