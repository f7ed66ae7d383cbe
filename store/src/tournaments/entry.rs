//! Making tournaments, entering them, and withdrawing.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{CommandId, TimeControl, Timestamp, TournamentFormat, TournamentId};
use sqlx::{Any, AssertSqlSafe, SqlSafeStr, Transaction};

use super::rows::TournamentNumber;
use crate::error::StoreError;
use crate::rows::{parse, stored_time};
use crate::store::Store;

/// A new tournament.
#[derive(Clone, Debug)]
pub struct NewTournamentRow {
    /// Its key.
    pub number: TournamentNumber,
    /// Its public id.
    pub id: TournamentId,
    /// Who makes it.
    pub maker: PlayerId,
    /// The command that makes it.
    pub command: CommandId,
    /// The ruleset.
    pub rules: Ruleset,
    /// The time control of the games.
    pub clock: TimeControl,
    /// Whether the games change ratings.
    pub rated: bool,
    /// How the players are paired.
    pub format: TournamentFormat,
    /// The number of places.
    pub places: u32,
    /// How long an arena lasts, in minutes.
    pub minutes: Option<u32>,
    /// The number of rounds of a Swiss tournament.
    pub rounds: Option<u32>,
    /// When it is made.
    pub created_at: Timestamp,
    /// When it begins, if its maker has chosen that.
    pub starts_at: Option<Timestamp>,
}

/// The result of an entry or a withdrawal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryResult {
    /// It was done.
    Done,
    /// There is no such tournament.
    Unknown,
    /// All places are taken.
    Full,
    /// The tournament has begun, and is not an arena.
    Begun,
    /// The tournament is over, or the arena has closed.
    Over,
}

/// What decides about entries.
struct LockedTournament {
    number: i64,
    entered: i64,
    places: i64,
    format: TournamentFormat,
    has_begun: bool,
    has_ended: bool,
    closes_at: Option<i64>,
}

/// tournament_id, entered, places, format, started_at, ended_at, closes_at.
type LockedRow = (i64, i64, i64, String, Option<i64>, Option<i64>, Option<i64>);

impl Store {
    /// Adds a tournament without players. Returns its public id, or that of the tournament that the same command has
    /// made before; none if the maker has `limit` others that are not over.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_tournament(
        &self,
        new: &NewTournamentRow,
        limit: u32,
    ) -> Result<Option<TournamentId>, StoreError> {
        sqlx::query(
            "insert into tournament (tournament_id, code, maker, create_command, rules, clock, rated, places, created_at,
             starts_at, format, minutes, rounds)
             select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
             where (select count(*) from tournament where maker = $3 and ended_at is null) < $14
             on conflict do nothing",
        )
        .bind(new.number.to_stored())
        .bind(new.id.as_str())
        .bind(new.maker.as_str())
        .bind(new.command.as_str())
        .bind(new.rules.to_string())
        .bind(new.clock.to_string())
        .bind(i64::from(new.rated))
        .bind(i64::from(new.places))
        .bind(stored_time(new.created_at))
        .bind(new.starts_at.map(stored_time))
        .bind(<&str>::from(new.format))
        .bind(new.minutes.map(i64::from))
        .bind(new.rounds.map(i64::from))
        .bind(i64::from(limit))
        .execute(self.writable()?)
        .await?;
        self.find_made_tournament(&new.maker, &new.command).await
    }

    /// The public id of the tournament that a command of a player has made; none if it has made none.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_made_tournament(
        &self,
        maker: &PlayerId,
        command: &CommandId,
    ) -> Result<Option<TournamentId>, StoreError> {
        let query =
            sqlx::query_scalar("select code from tournament where maker = $1 and create_command = $2");
        let made: Option<String> =
            query.bind(maker.as_str()).bind(command.as_str()).fetch_optional(&self.pool).await?;
        made.map(|code| parse(&code)).transpose()
    }

    /// Enters a player; one who has withdrawn from an arena or a Swiss tournament comes back.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn enter_tournament(
        &self,
        tournament: TournamentId,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<EntryResult, StoreError> {
        let mut transaction = self.begin_write().await?;
        let Some(found) = self.lock_tournament(&mut transaction, tournament).await? else {
            return Ok(EntryResult::Unknown);
        };
        if is_in(&mut transaction, found.number, player).await? {
            come_back(&mut transaction, &found, player, now).await?;
            transaction.commit().await?;
            return Ok(EntryResult::Done);
        }
        if let Some(refused) = found.refusal(now) {
            return Ok(refused);
        }
        sqlx::query(
            "insert into tournament_player (tournament_id, player_id, entered_at) values ($1, $2, $3)",
        )
        .bind(found.number)
        .bind(player.as_str())
        .bind(stored_time(now))
        .execute(&mut *transaction)
        .await?;
        count_entered(&mut transaction, found.number, 1).await?;
        transaction.commit().await?;
        Ok(EntryResult::Done)
    }

    /// Withdraws a player: from a tournament that has not begun at once; from a running one so that the player gets no
    /// new games.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn withdraw_from_tournament(
        &self,
        tournament: TournamentId,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<EntryResult, StoreError> {
        let mut transaction = self.begin_write().await?;
        let Some(found) = self.lock_tournament(&mut transaction, tournament).await? else {
            return Ok(EntryResult::Unknown);
        };
        if found.has_ended {
            return Ok(EntryResult::Over);
        }
        if found.has_begun {
            mark_withdrawn(&mut transaction, found.number, player, now).await?;
        } else {
            remove_player(&mut transaction, found.number, player).await?;
        }
        transaction.commit().await?;
        Ok(EntryResult::Done)
    }

    /// Reads a tournament, and keeps others from changing it until the end of the transaction.
    async fn lock_tournament(
        &self,
        transaction: &mut Transaction<'_, Any>,
        tournament: TournamentId,
    ) -> Result<Option<LockedTournament>, StoreError> {
        let select = format!(
            "select tournament_id, entered, places, format, started_at, ended_at, closes_at from tournament
             where code = $1{}",
            self.database.wait_lock()
        );
        let query = sqlx::query_as(AssertSqlSafe(select).into_sql_str());
        let row: Option<LockedRow> =
            query.bind(tournament.as_str()).fetch_optional(&mut **transaction).await?;
        row.map(read_locked).transpose()
    }
}

impl LockedTournament {
    /// Why a player who is not in the tournament cannot enter it; none if it can.
    fn refusal(&self, now: Timestamp) -> Option<EntryResult> {
        if self.is_over(now) {
            Some(EntryResult::Over)
        } else if self.has_begun && self.format != TournamentFormat::Arena {
            Some(EntryResult::Begun)
        } else if self.entered >= self.places {
            Some(EntryResult::Full)
        } else {
            None
        }
    }

    fn is_over(&self, now: Timestamp) -> bool {
        self.has_ended || self.closes_at.is_some_and(|at| at <= stored_time(now))
    }
}

fn read_locked(row: LockedRow) -> Result<LockedTournament, StoreError> {
    let (number, entered, places, format, started_at, ended_at, closes_at) = row;
    Ok(LockedTournament {
        number,
        entered,
        places,
        format: parse(&format)?,
        has_begun: started_at.is_some(),
        has_ended: ended_at.is_some(),
        closes_at,
    })
}

/// Brings a player back. In a round robin, a player who has withdrawn has lost its remaining games.
async fn come_back(
    transaction: &mut Transaction<'_, Any>,
    found: &LockedTournament,
    player: &PlayerId,
    now: Timestamp,
) -> Result<(), StoreError> {
    if found.format == TournamentFormat::RoundRobin || found.is_over(now) {
        return Ok(());
    }
    let is_back = sqlx::query(
        "update tournament_player set withdrawn_at = null
         where tournament_id = $1 and player_id = $2 and withdrawn_at is not null",
    )
    .bind(found.number)
    .bind(player.as_str())
    .execute(&mut **transaction)
    .await?
    .rows_affected();
    if is_back > 0 { count_entered(transaction, found.number, 0).await } else { Ok(()) }
}

async fn remove_player(
    transaction: &mut Transaction<'_, Any>,
    number: i64,
    player: &PlayerId,
) -> Result<(), StoreError> {
    let removed = sqlx::query("delete from tournament_player where tournament_id = $1 and player_id = $2")
        .bind(number)
        .bind(player.as_str())
        .execute(&mut **transaction)
        .await?
        .rows_affected();
    if removed > 0 { count_entered(transaction, number, -1).await } else { Ok(()) }
}

async fn mark_withdrawn(
    transaction: &mut Transaction<'_, Any>,
    number: i64,
    player: &PlayerId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let marked = sqlx::query(
        "update tournament_player set withdrawn_at = $3
         where tournament_id = $1 and player_id = $2 and withdrawn_at is null",
    )
    .bind(number)
    .bind(player.as_str())
    .bind(stored_time(now))
    .execute(&mut **transaction)
    .await?
    .rows_affected();
    // If no row has changed, a step that is being taken stays valid.
    if marked > 0 { count_entered(transaction, number, 0).await } else { Ok(()) }
}

async fn is_in(
    transaction: &mut Transaction<'_, Any>,
    number: i64,
    player: &PlayerId,
) -> Result<bool, StoreError> {
    let query = sqlx::query_scalar(
        "select entered_at from tournament_player where tournament_id = $1 and player_id = $2",
    );
    let at: Option<i64> = query.bind(number).bind(player.as_str()).fetch_optional(&mut **transaction).await?;
    Ok(at.is_some())
}

/// Counts players who enter or leave a tournament, and until it begins notes that it has changed. A step of a running
/// one stays valid: a player who leaves meanwhile counts as one who leaves a moment later.
async fn count_entered(
    transaction: &mut Transaction<'_, Any>,
    number: i64,
    entered: i64,
) -> Result<(), StoreError> {
    sqlx::query(
        "update tournament set entered = entered + $2,
            version = version + case when started_at is null then 1 else 0 end
         where tournament_id = $1",
    )
    .bind(number)
    .bind(entered)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
