//! All SQL. The log is only ever added to.

mod accounts;
mod commit;
mod copy;
mod database;
mod finished_list;
mod error;
mod game_number;
mod import;
mod listing;
mod migrations;
mod name_skeleton;
mod sqlite_writer;
mod position_index;
mod rows;
mod write_connection;
mod write_plan;
mod search;
mod statement;
mod index_scan;
mod statistics;

use std::time::Duration;

use ikibuguzo_game::downtime::Downtime;
use ikibuguzo_game::fact::Entry;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{CommandId, GameId};
use sqlx::AnyPool;
use sqlx::any::{AnyPoolOptions, install_default_drivers};

pub use accounts::token_hash;
pub use commit::{Commit, NewGameRow};
pub use copy::copy;
use database::Database;
pub use error::StoreError;
pub use finished_list::{Ended, Ending};
pub use game_number::GameNumber;
pub use import::Import;
pub use index_scan::Cursor;
pub use listing::{Listing, ListingUpdate};
pub use name_skeleton::look;
pub use position_index::{GamePositions, GameToIndex, IndexedGame, Name, ReachedPage};
pub use search::{Page, Search, SeatFilter};
pub use write_connection::WriteConnection;

/// Connections that read. Only the writer writes games.
const READERS: u32 = 4;

/// How long a reader waits for a connection.
const PATIENCE: Duration = Duration::from_secs(3);

/// The database, for reading; games are written by a [`WriteConnection`].
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    pool: AnyPool,
}

impl Store {
    /// Opens the database, creates its file if it has none, and brings its tables up to date.
    ///
    /// # Errors
    ///
    /// Where the address is malformed or the database cannot be used.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::of(Database::at(url)?).await
    }

    /// Opens a database that is there, and brings its tables up to date.
    ///
    /// # Errors
    ///
    /// As of [`open`](Self::open), and where there is no such file.
    pub async fn open_existing(url: &str) -> Result<Self, StoreError> {
        Self::of(Database::existing(url)?).await
    }

    async fn of(database: Database) -> Result<Self, StoreError> {
        install_default_drivers();
        let preparing = database.clone();
        let pool = AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .test_before_acquire(database.is_remote())
            .after_connect(move |connection, _| {
                let database = preparing.clone();
                Box::pin(async move { database.prepare_reader(connection).await })
            })
            .connect_lazy_with(database.options.clone());
        database.migrate().await?;
        Ok(Self { database, pool })
    }

    /// What to write with.
    ///
    /// # Errors
    ///
    /// Where the database cannot be reached.
    pub async fn pen(&self) -> Result<WriteConnection, StoreError> {
        WriteConnection::new(&self.database).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    ///
    /// Where it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("select 1").execute(&self.pool).await?;
        Ok(())
    }

    /// The number of a game and its whole log; none if there is no such game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if the log has a gap in `seq`, if a finished game's log lacks its end, or if an entry
    /// cannot be read; [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load(&self, game: GameId) -> Result<Option<(GameNumber, Vec<Entry>)>, StoreError> {
        rows::log(&self.pool, game).await
    }

    /// The whole log of a game; empty if there is no such game.
    ///
    /// # Errors
    ///
    /// As for [`load`](Self::load).
    pub async fn log(&self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        Ok(self.load(game).await?.map(|(_, log)| log).unwrap_or_default())
    }

    /// What the log of a game amounts to.
    ///
    /// # Errors
    ///
    /// As of [`log`](Self::log), and where there is no such game.
    pub async fn room(&self, game: GameId) -> Result<Room, StoreError> {
        Ok(Room::replay(&self.log(game).await?)?)
    }

    /// Games in which something may have been due by then, the longest due first.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn due(&self, now: u64, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let ids: Vec<String> =
            sqlx::query_scalar("select code from game where due_at <= $1 order by due_at limit $2")
                .bind(rows::millis(now))
                .bind(i64::from(limit))
                .fetch_all(&self.pool)
                .await?;
        ids.iter().map(|id| rows::read(id)).collect()
    }

    /// When a server was last there, in milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn last_heartbeat(&self) -> Result<Option<u64>, StoreError> {
        let at: Option<i64> =
            sqlx::query_scalar("select at from heartbeat").fetch_optional(&self.pool).await?;
        at.map(rows::unsigned).transpose()
    }

    /// When no server was there, in order.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn downtimes(&self) -> Result<Vec<Downtime>, StoreError> {
        let rows: Vec<(i64, i64)> = sqlx::query_as("select from_at, until_at from downtime order by from_at")
            .fetch_all(&self.pool)
            .await?;
        let away =
            |(from, until)| Ok(Downtime { from: rows::unsigned(from)?, until: rows::unsigned(until)? });
        rows.into_iter().map(away).collect()
    }

    /// The game that a player has created with a command.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn created_by(
        &self,
        player: &PlayerId,
        command: &CommandId,
    ) -> Result<Option<GameId>, StoreError> {
        let id: Option<String> =
            sqlx::query_scalar("select code from game where creator = $1 and create_command = $2")
                .bind(player.as_str())
                .bind(command.as_str())
                .fetch_optional(&self.pool)
                .await?;
        id.map(|id| rows::read(&id)).transpose()
    }
}
