//! All SQL. The log is only ever added to.

mod rows;

use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_protocol::{
    CommandId, ErrorCode, GameId, GameSummary, Outcome, PlayerName, State, StateFilter, Token,
};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection, SqlSafeStr};
use thiserror::Error;
use tracing::error;

use crate::fact::{Entry, Fact};
use crate::outage;
use crate::player::{Player, PlayerId, token_hash};
use crate::room::{CorruptLog, Rejection, Room};

/// The migrations, in order. An applied one is never edited.
const MIGRATIONS: [(i64, &str, &str); 1] = [(1, "games", include_str!("../../migrations/0001_games.sql"))];

/// Connections that read. Only the writer writes games.
const READERS: u32 = 4;

/// How long a reader waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// The database, for reading; games are written by [`crate::writer`].
#[derive(Clone, Debug)]
pub struct Store {
    options: AnyConnectOptions,
    pool: AnyPool,
}

/// What the database could not do.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Somebody else wrote that entry, id or name first.
    #[error("somebody else was first")]
    Conflict,
    /// The database does not answer, or not as it should.
    #[error("the database cannot be used: {0}")]
    Unavailable(Arc<sqlx::Error>),
    /// What is stored cannot be read back.
    #[error("a stored row cannot be read: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// The database does not answer, for this reason.
    pub fn unavailable(error: impl Into<sqlx::Error>) -> Self {
        Self::Unavailable(Arc::new(error.into()))
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
            Some(database) if database.is_unique_violation() => Self::Conflict,
            _ => Self::unavailable(error),
        }
    }
}

/// What a visitor is told when the database fails. The reason is for the log alone.
impl From<StoreError> for Rejection {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Corrupt(_) => {
                error!(%error, "A request failed");
                Self::new(ErrorCode::Internal, "the server met a fault of its own")
            }
            StoreError::Conflict => Self::new(ErrorCode::Busy, "somebody else was first; try again"),
            StoreError::Unavailable(_) => {
                outage::failed(&error);
                let message =
                    "the database cannot be used just now; try again, and a command with the same id";
                Self::new(ErrorCode::StorageUnavailable, message)
            }
        }
    }
}

impl From<CorruptLog> for Rejection {
    fn from(error: CorruptLog) -> Self {
        StoreError::from(error).into()
    }
}

/// What changes at once or not at all: the rows of new games, entries of logs, and what lists show of a game.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// Games that begin.
    pub games: Vec<NewRow>,
    /// Entries, in the order of each game's `seq`.
    pub entries: Vec<(GameId, Entry)>,
    /// Games of which lists show something new.
    pub listings: Vec<(GameId, Listing)>,
}

impl Commit {
    /// Adds a game that begins with these facts.
    ///
    /// # Errors
    ///
    /// Where no game begins so.
    pub fn begin(
        &mut self,
        id: GameId,
        created_by: Option<(PlayerId, CommandId)>,
        facts: Vec<Fact>,
        now: u64,
    ) -> Result<(), StoreError> {
        let entry = |(fact, seq)| Entry { seq, at: now, command: None, fact };
        let log: Vec<Entry> = facts.into_iter().zip(1..).map(entry).collect();
        let room = Box::new(Room::replay(&log)?);
        self.games.push(NewRow { id, created_by, room });
        self.entries.extend(log.into_iter().map(|entry| (id, entry)));
        Ok(())
    }
}

/// The row of a game that begins.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// The game.
    pub id: GameId,
    /// Who created it, with which command; none for a rematch.
    pub created_by: Option<(PlayerId, CommandId)>,
    /// The game as its first entries left it.
    pub room: Box<Room>,
}

/// What lists show of a game and filter on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// How far it is.
    pub state: State,
    /// Who sits South.
    pub south: Option<PlayerId>,
    /// Who sits North.
    pub north: Option<PlayerId>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When it ended, in milliseconds since 1970-01-01 UTC.
    pub ended_at: Option<u64>,
}

impl Listing {
    /// What lists show of a room.
    pub fn of(room: &Room) -> Self {
        let id = |player: &Option<Player>| player.as_ref().map(|player| player.id.clone());
        Self {
            state: room.state(),
            south: id(&room.seats().south),
            north: id(&room.seats().north),
            outcome: room.outcome(),
            ended_at: room.ended_at(),
        }
    }
}

/// Which games to list, newest first.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// How far they are.
    pub state: Option<StateFilter>,
    /// Who plays in them.
    pub player: Option<PlayerName>,
    /// The game's name, or its name with options.
    pub rules: Option<String>,
    /// Games by invitation of this player are listed too.
    pub viewer: Option<PlayerId>,
    /// Only those that come after this one in the list.
    pub after: Option<Cursor>,
    /// At most so many.
    pub limit: u32,
}

/// A place in a list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// When the game was created.
    pub created_at: u64,
    /// The game.
    pub id: GameId,
}

impl Store {
    /// Opens the database, creates its file if it has none, and brings its tables up to date.
    ///
    /// # Errors
    ///
    /// Where the address is malformed or the database cannot be used.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        install_default_drivers();
        let options: AnyConnectOptions = creating(url).parse()?;
        let pool = AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .after_connect(|connection, _| Box::pin(prepare(connection)))
            .connect_lazy_with(options.clone());
        let store = Self { options, pool };
        let mut connection = store.connect().await?;
        migrator().run(&mut connection).await.map_err(StoreError::unavailable)?;
        connection.close().await?;
        Ok(store)
    }

    /// A connection of one's own.
    ///
    /// # Errors
    ///
    /// Where the database cannot be reached.
    pub async fn connect(&self) -> Result<AnyConnection, StoreError> {
        let mut connection = self.options.connect().await?;
        prepare(&mut connection).await?;
        Ok(connection)
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

    /// Adds a player and the token that proves it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] where the name is taken.
    pub async fn add_player(&self, player: &Player, token: &Token, now: u64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with("begin immediate").await?;
        sqlx::query("insert into player (player_id, name, created_at) values ($1, $2, $3)")
            .bind(player.id.as_str())
            .bind(player.name.as_str())
            .bind(rows::millis(now))
            .execute(&mut *transaction)
            .await?;
        sqlx::query("insert into token (token_hash, player_id, created_at) values ($1, $2, $3)")
            .bind(token_hash(token))
            .bind(player.id.as_str())
            .bind(rows::millis(now))
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// The player whom a token proves.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn player_of(&self, token: &Token) -> Result<Option<Player>, StoreError> {
        let row: Option<(String, String)> = sqlx::query_as(
            "select player.player_id, player.name from token join player on player.player_id = token.player_id
             where token.token_hash = $1",
        )
        .bind(token_hash(token))
        .fetch_optional(&self.pool)
        .await?;
        row.map(|(id, name)| Ok(Player { id: id.as_str().into(), name: rows::read(&name)? })).transpose()
    }

    /// The whole log of a game; empty if there is no such game.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used, or holds what no room wrote.
    pub async fn log(&self, game: GameId) -> Result<Vec<Entry>, StoreError> {
        let rows: Vec<rows::EntryRow> = sqlx::query_as(
            "select seq, at, actor, command_id, kind, payload from event where game_id = $1 order by seq",
        )
        .bind(game.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(rows::entry).collect()
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

    /// A page of a list of games, newest first.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn games(&self, filter: &Filter) -> Result<Vec<GameSummary>, StoreError> {
        let (sql, texts) = rows::list_query(filter);
        let mut query = sqlx::query_as(AssertSqlSafe(sql).into_sql_str());
        for text in texts {
            query = match text {
                rows::Bound::Text(text) => query.bind(text),
                rows::Bound::Number(number) => query.bind(number),
            };
        }
        let rows: Vec<rows::GameRow> = query.fetch_all(&self.pool).await?;
        rows.into_iter().map(rows::summary).collect()
    }
}

/// Writes some commits in one transaction: all of them, or none.
///
/// # Errors
///
/// [`StoreError::Conflict`] where one of them was not the first.
pub async fn write(connection: &mut AnyConnection, commits: &[&Commit]) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    for game in commits.iter().flat_map(|commit| &commit.games) {
        rows::insert_game(&mut transaction, game).await?;
    }
    let entries: Vec<_> = commits.iter().flat_map(|commit| &commit.entries).collect();
    for some in entries.chunks(rows::ENTRIES_AT_ONCE) {
        rows::insert_entries(&mut transaction, some).await?;
    }
    for (id, listing) in commits.iter().flat_map(|commit| &commit.listings) {
        rows::update_listing(&mut transaction, *id, listing).await?;
    }
    Ok(transaction.commit().await?)
}

/// What every connection needs: an acknowledged commit survives a loss of power, and readers do not wait for writers.
async fn prepare(connection: &mut AnyConnection) -> sqlx::Result<()> {
    for pragma in ["pragma journal_mode = wal", "pragma synchronous = full", "pragma busy_timeout = 5000"] {
        sqlx::query(pragma).execute(&mut *connection).await?;
    }
    Ok(())
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

fn migrator() -> Migrator {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.map(migration).to_vec())
}
