//! All SQL. The log is only ever added to.

mod accounts;
mod copy;
mod database;
mod ended;
mod figures;
mod import;
mod listing;
mod marks;
mod pen;
mod position_index;
mod name_skeleton;
mod rows;
mod script;
mod search;
mod statement;
mod strand;
mod tally;

use std::error::Error;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_protocol::{CommandId, GameId};
use sqlx::AnyPool;
use sqlx::any::{AnyPoolOptions, install_default_drivers};
use thiserror::Error;

use ikibuguzo_game::downtime::Downtime;
use ikibuguzo_game::fact::{Entry, Fact, log_of};
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::{CorruptLog, GameOptions, Room};

pub use accounts::token_hash;
pub use copy::copy;
use database::Database;
pub use ended::{Ended, Ending};
pub use import::Import;
pub use listing::{Listing, ListingUpdate};
use marks::Marks;
pub use name_skeleton::look;
pub use pen::WriteConnection;
pub use position_index::{Name, ReachedPage, TakenIn};
pub use search::{Page, Search, SeatFilter};
pub use strand::Cursor;

/// Connections that read. Only the writer writes games.
const READERS: u32 = 4;

/// How long a reader waits for a connection.
const PATIENCE: Duration = Duration::from_secs(3);

/// The database, for reading; games are written by a [`WriteConnection`].
#[derive(Clone, Debug)]
pub struct Store {
    database: Database,
    pool: AnyPool,
    marks: Arc<Marks>,
}

/// What the database could not do.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Somebody else wrote that entry, id or name first.
    #[error("somebody else was first")]
    Conflict,
    /// The database does not answer, or not as it should.
    #[error("the database cannot be used: {0}")]
    Unavailable(Arc<dyn Error + Send + Sync>),
    /// What was to be filled holds something already.
    #[error("the database is not empty")]
    NotEmpty,
    /// What is stored cannot be read back.
    #[error("a stored row cannot be read: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// The database does not answer, for this reason.
    pub fn unavailable(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Unavailable(Arc::new(error))
    }
}

impl From<CorruptLog> for StoreError {
    fn from(error: CorruptLog) -> Self {
        Self::Corrupt(error.to_string())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(database) if database.is_unique_violation() || is_race(database.code().as_deref()) => {
                Self::Conflict
            }
            _ => Self::unavailable(error),
        }
    }
}

/// Whether Postgres has undone a transaction only because of another one: a deadlock, or an order that cannot be.
fn is_race(code: Option<&str>) -> bool {
    matches!(code, Some("40P01" | "40001"))
}

/// What changes at once or not at all: the rows of new games, entries of logs, and what lists show of a game.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// Games that begin.
    pub games: Vec<NewRow>,
    /// Entries, in the order of each game's `seq`.
    pub entries: Vec<(Link, Entry)>,
    /// Games of which lists show something new.
    pub listings: Vec<ListingUpdate>,
    /// Games that end.
    pub finished: Vec<FinishedGame>,
    /// Games that ended before anything was counted, and are counted with this.
    pub counted: Vec<GameId>,
    /// A server was there at this time, in milliseconds since 1970-01-01 UTC.
    pub beat: Option<u64>,
    /// No server was there for this time.
    pub away: Option<Downtime>,
    /// Finished games whose positions are taken into the index, and the numbers that they get there.
    pub taken_in: Vec<(GameId, u64, TakenIn)>,
}

impl Commit {
    /// Adds a game that begins with these facts, and tells what it amounts to and where its log goes on.
    ///
    /// # Errors
    ///
    /// Where no game begins so.
    pub fn begin(
        &mut self,
        begins: Tail,
        created_by: Option<(PlayerId, CommandId)>,
        facts: Vec<Fact>,
        now: u64,
    ) -> Result<(Room, Tail), StoreError> {
        self.add(begins, created_by, log_of(facts, now))
    }

    /// Adds a game with this log, and tells what it amounts to and where its log goes on. The mark with which it begins
    /// comes before as many as it has entries.
    ///
    /// # Errors
    ///
    /// Where it is no game's log.
    pub fn add(
        &mut self,
        begins: Tail,
        created_by: Option<(PlayerId, CommandId)>,
        log: Vec<Entry>,
    ) -> Result<(Room, Tail), StoreError> {
        let room = Room::replay(&log)?;
        let (terms, created_at) = (room.terms(), room.created_at());
        let listing = Listing::of(&room, room.last_at());
        self.finished.extend(FinishedGame::of(&room));
        self.games.push(NewRow { log: begins, created_by, terms, created_at, listing });
        let mut tail = begins;
        for (entry, mark) in log.into_iter().zip(begins.mark + 1..) {
            self.append(&mut tail, mark, entry);
        }
        Ok((room, tail))
    }

    /// Adds an entry at the end of a log, and gives it a mark.
    pub fn append(&mut self, tail: &mut Tail, mark: u64, entry: Entry) {
        let follows = mem::replace(&mut tail.mark, mark);
        self.entries.push((Link { game: tail.game, mark, follows }, entry));
    }
}

/// Where the log of a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The game.
    pub game: GameId,
    /// The mark of its newest entry, or, where it has none, that of its beginning. Marks come from [`Store::marks`].
    pub mark: u64,
}

/// How an entry hangs together with the others of its log. Only one can follow another: that is the lock between servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The game.
    pub game: GameId,
    /// What no other entry of any log has.
    pub mark: u64,
    /// The mark of the entry before it, or that of the log's beginning.
    pub follows: u64,
}

/// The row of a game that begins.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// The game, and where its log begins.
    pub log: Tail,
    /// Who created it, with which command; none for a rematch.
    pub created_by: Option<(PlayerId, CommandId)>,
    /// What it is created with.
    pub terms: GameOptions,
    /// When it was created, in milliseconds since 1970-01-01 UTC.
    pub created_at: u64,
    /// What lists show of it.
    pub listing: Listing,
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
        Ok(Self { database, pool, marks: Arc::default() })
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

    /// The whole log of a game; empty if there is no such game.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used, or holds what no room wrote.
    pub async fn log(&self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        Ok(self.log_and_tail(game).await?.0)
    }

    /// The whole log of a game, and where it goes on.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used, or holds what no room wrote.
    pub async fn log_and_tail(&self, game: GameId) -> Result<(Vec<Entry>, Tail), StoreError> {
        let (mark, log) = rows::log(&self.pool, game).await?;
        Ok((log, Tail { game, mark }))
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
            sqlx::query_scalar("select game_id from game where due_at <= $1 order by due_at limit $2")
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
    pub async fn last_beat(&self) -> Result<Option<u64>, StoreError> {
        let at: Option<i64> =
            sqlx::query_scalar("select at from heartbeat").fetch_optional(&self.pool).await?;
        at.map(rows::unsigned).transpose()
    }

    /// When no server was there, in order.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn absences(&self) -> Result<Vec<Downtime>, StoreError> {
        let rows: Vec<(i64, i64)> = sqlx::query_as("select from_at, until_at from absence order by from_at")
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
            sqlx::query_scalar("select game_id from game where creator = $1 and create_command = $2")
                .bind(player.as_str())
                .bind(command.as_str())
                .fetch_optional(&self.pool)
                .await?;
        id.map(|id| rows::read(&id)).transpose()
    }
}
