//! Tournaments as pages and servers read them.

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{GameId, Timestamp, TournamentId, TournamentSummary};
use sqlx::any::AnyRow;
use sqlx::{Any, AssertSqlSafe, Executor, SqlSafeStr};

use super::rows::{
    ByeRow, COLUMNS, GAME_COLUMNS, PairingRow, PlayerRow, StoredTournament, TournamentNumber, count,
    read_game, read_player, read_summary,
};
use crate::error::StoreError;
use crate::rows::{parse, stored_time};
use crate::store::Store;

/// The times that decide which tournaments are due.
#[derive(Clone, Copy, Debug)]
pub struct DueTimes {
    /// Open tournaments begin if their time is this one or earlier.
    pub now: Timestamp,
    /// Open tournaments without a time are due if they were made earlier, even if places are free.
    pub made: Timestamp,
    /// Games in which something was due at this time or earlier may be unreadable: otherwise a server had handled it.
    pub overdue: Timestamp,
    /// Arenas can be ended if they closed at this time or earlier.
    pub closed: Timestamp,
    /// Arenas can get new pairings if their last pairings were made at this time or earlier.
    pub paired: Timestamp,
}

/// Tournaments in which something may be due: a beginning, an ended game, a close, or two free players of an arena.
/// They come in a random order, so that those in which nothing can be done yet do not hold up others.
const DUE: &str = "select code from tournament where ended_at is null and (
   started_at is null and (starts_at <= $1
     or starts_at is null and (format = 'arena' or entered >= places or created_at < $2))
   or started_at is not null and exists (
     select 1 from tournament_game join game on game.code = tournament_game.game
     where tournament_game.tournament_id = tournament.tournament_id
       and tournament_game.south_points is null
       and (game.ended_at is not null or game.state = 'unreadable' or game.due_at <= $5))
   or closes_at <= $3
   or closes_at > $1 and coalesce((
       select begun_at from tournament_game last where last.tournament_id = tournament.tournament_id
       order by round desc limit 1), 0) <= $4
     and 2 + (
       select count(*) from tournament_game played join tournament_player busy
         on busy.tournament_id = played.tournament_id and busy.player_id in (played.south, played.north)
       where played.tournament_id = tournament.tournament_id and played.south_points is null
         and busy.withdrawn_at is null)
     <= (
       select count(*) from tournament_player present
       where present.tournament_id = tournament.tournament_id and present.withdrawn_at is null))
 order by random() limit $6";

impl Store {
    /// What lists show of a tournament; none if there is no such tournament.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_tournament(
        &self,
        tournament: TournamentId,
    ) -> Result<Option<TournamentSummary>, StoreError> {
        let row = find_row(tournament, &self.pool).await?;
        Ok(row.as_ref().map(read_summary).transpose()?.map(|(.., summary)| summary))
    }

    /// A tournament with its players and games; none if there is no such tournament.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_tournament(
        &self,
        tournament: TournamentId,
    ) -> Result<Option<StoredTournament>, StoreError> {
        let mut reading = self.pool.begin_with(self.database.begin_snapshot()).await?;
        let row = find_row(tournament, &mut *reading).await?;
        let Some((number, version, summary)) = row.as_ref().map(read_summary).transpose()? else {
            return Ok(None);
        };
        let players: Vec<PlayerRow> = sqlx::query_as(
            "select player.player_id, player.name, player.bot, tournament_player.withdrawn_at
             from tournament_player join player on player.player_id = tournament_player.player_id
             where tournament_id = $1
             order by tournament_player.number, tournament_player.entered_at, player.player_id",
        )
        .bind(number.to_stored())
        .fetch_all(&mut *reading)
        .await?;
        let select = format!(
            "select {GAME_COLUMNS} from tournament_game where tournament_id = $1 order by round, south"
        );
        let games: Vec<PairingRow> = sqlx::query_as(AssertSqlSafe(select).into_sql_str())
            .bind(number.to_stored())
            .fetch_all(&mut *reading)
            .await?;
        let byes: Vec<(i64, String)> = sqlx::query_as(
            "select round, player_id from tournament_bye where tournament_id = $1 order by round",
        )
        .bind(number.to_stored())
        .fetch_all(&mut *reading)
        .await?;
        let read_bye = |(round, player): (i64, String)| {
            Ok(ByeRow { round: count(round)?, player: player.as_str().into() })
        };
        Ok(Some(StoredTournament {
            number,
            version,
            summary,
            players: players.into_iter().map(read_player).collect::<Result<_, _>>()?,
            games: games.into_iter().map(read_game).collect::<Result<_, _>>()?,
            byes: byes.into_iter().map(read_bye).collect::<Result<_, StoreError>>()?,
        }))
    }

    /// The newest tournaments that are not over, at most `live`, and after them those that ended last, at most `over`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_tournaments(&self, live: u32, over: u32) -> Result<Vec<TournamentSummary>, StoreError> {
        let lists = [
            ("ended_at is null order by created_at desc, tournament_id desc", live),
            ("ended_at is not null order by ended_at desc, tournament_id desc", over),
        ];
        let mut tournaments = Vec::new();
        for (condition, limit) in lists {
            let select = format!(
                "select {COLUMNS} from (select * from tournament where {condition} limit $1) tournament
                 join player on player.player_id = tournament.maker",
            );
            let rows: Vec<AnyRow> = sqlx::query(AssertSqlSafe(select).into_sql_str())
                .bind(i64::from(limit))
                .fetch_all(&self.pool)
                .await?;
            let mut list: Vec<_> = rows.iter().map(read_summary).collect::<Result<_, _>>()?;
            list.sort_by_key(|(number, _, it)| {
                std::cmp::Reverse((it.ended_at.unwrap_or(it.created_at), *number))
            });
            tournaments.extend(list.into_iter().map(|(.., summary)| summary));
        }
        Ok(tournaments)
    }

    /// Tournaments in which a server has something to do, at most `limit`: open ones whose time has come or, if they
    /// have none, whose places are taken or which were made too long ago; running ones with a game whose points are
    /// not known, and which has ended or may be unreadable; and arenas in which two players are free, or which have closed.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_due_tournaments(
        &self,
        times: DueTimes,
        limit: u32,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let codes: Vec<String> = sqlx::query_scalar(DUE)
            .bind(stored_time(times.now))
            .bind(stored_time(times.made))
            .bind(stored_time(times.closed))
            .bind(stored_time(times.paired))
            .bind(stored_time(times.overdue))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        codes.iter().map(|code| parse(code)).collect()
    }

    /// The games of a tournament whose points are not known, and which have ended or may be unreadable: they were set
    /// apart, or something in them was due at a time `overdue` or earlier.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_ended_tournament_games(
        &self,
        number: TournamentNumber,
        overdue: Timestamp,
    ) -> Result<Vec<GameId>, StoreError> {
        let codes: Vec<String> = sqlx::query_scalar(
            "select tournament_game.game from tournament_game join game on game.code = tournament_game.game
             where tournament_game.tournament_id = $1 and tournament_game.south_points is null
               and (game.ended_at is not null or game.state = 'unreadable' or game.due_at <= $2)",
        )
        .bind(number.to_stored())
        .bind(stored_time(overdue))
        .fetch_all(&self.pool)
        .await?;
        codes.iter().map(|code| parse(code)).collect()
    }

    /// The tournaments that a player has entered, the most recently entered first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_entered_tournaments(&self, player: &PlayerId) -> Result<Vec<TournamentId>, StoreError> {
        let codes: Vec<String> = sqlx::query_scalar(
            "select tournament.code from tournament_player
             join tournament on tournament.tournament_id = tournament_player.tournament_id
             where tournament_player.player_id = $1 order by tournament_player.entered_at desc, tournament.code",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        codes.iter().map(|code| parse(code)).collect()
    }

    /// Games that are being played in tournaments other than arenas, and from which one of the players has withdrawn,
    /// with that player; at most `limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games_of_withdrawn(&self, limit: u32) -> Result<Vec<(GameId, Player)>, StoreError> {
        let rows: Vec<(String, String, String, i64)> = sqlx::query_as(
            "select tournament_game.game, player.player_id, player.name, player.bot
             from tournament
             join tournament_player on tournament_player.tournament_id = tournament.tournament_id
             join tournament_game on tournament_game.tournament_id = tournament.tournament_id
              and (tournament_game.south = tournament_player.player_id
                   or tournament_game.north = tournament_player.player_id)
             join game on game.code = tournament_game.game
             join player on player.player_id = tournament_player.player_id
             where tournament.ended_at is null and tournament.started_at is not null
               and tournament.format <> 'arena' and tournament_player.withdrawn_at is not null
               and tournament_game.south_points is null and game.ended_at is null
             limit $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let read = |(game, id, name, bot): &(String, String, String, i64)| {
            let id = PlayerId::from(id.as_str());
            Ok((parse(game)?, Player { id, name: parse(name)?, bot: *bot != 0 }))
        };
        rows.iter().map(read).collect()
    }
}

async fn find_row(
    tournament: TournamentId,
    database: impl Executor<'_, Database = Any>,
) -> Result<Option<AnyRow>, sqlx::Error> {
    let select = format!(
        "select {COLUMNS} from tournament join player on player.player_id = tournament.maker
         where tournament.code = $1"
    );
    sqlx::query(AssertSqlSafe(select).into_sql_str()).bind(tournament.as_str()).fetch_optional(database).await
}
