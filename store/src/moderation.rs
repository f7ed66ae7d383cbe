//! Reports of players, and what operators decide about them.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, OwnReport, PlayerName, ReportReason, Sanction, Timestamp};

use crate::error::StoreError;
use crate::rows::{parse, parse_word, stored_time, timestamp, unsigned, word};
use crate::store::Store;

/// A report of a player about another one.
#[derive(Clone, Debug)]
pub struct NewReportRow {
    /// Its key.
    pub id: i64,
    /// The player who reports.
    pub reporter: PlayerId,
    /// The player who is reported.
    pub reported: PlayerId,
    /// The game that it is about.
    pub game: Option<GameId>,
    /// The reason.
    pub reason: ReportReason,
    /// The reporter's comment.
    pub comment: String,
    /// When it was made.
    pub reported_at: Timestamp,
}

/// A report that waits for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenReport {
    /// The player who reports.
    pub reporter: PlayerName,
    /// The player who is reported.
    pub reported: PlayerName,
    /// The game that it is about.
    pub game: Option<GameId>,
    /// The reason.
    pub reason: ReportReason,
    /// The reporter's comment.
    pub comment: String,
    /// When it was made.
    pub reported_at: Timestamp,
    /// How many times the reported player was warned, silenced or banned before.
    pub earlier: u64,
    /// How many games the reported player has left in the 30 days before the report.
    pub left_games: u64,
}

/// The time before a report in which left games are counted, in milliseconds: 30 days.
const LEFT_GAMES_AGE: i64 = 30 * 86_400_000;

/// reported, game, reason, comment, reported_at.
type OwnReportRow = (String, Option<String>, String, String, i64);

/// reporter, reported, game, reason, comment, reported_at, earlier, left_games.
type ReportRow = (String, String, Option<String>, String, String, i64, i64, i64);

/// The SQL condition that no later decision has lifted a row of `sanction`.
macro_rules! not_lifted {
    () => {
        "not exists (select 1 from sanction later where later.player_id = sanction.player_id
                     and later.kind = 'lifted' and later.at > sanction.at)"
    };
}
pub(crate) use not_lifted;

impl Store {
    /// Adds a report. Returns whether it was added; it is not if the reporter has already made `limit` reports since
    /// `since`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_report(
        &self,
        new: &NewReportRow,
        since: Timestamp,
        limit: u32,
    ) -> Result<bool, StoreError> {
        let added = sqlx::query(
            "insert into report (report_id, reporter, reported, game, reason, comment, reported_at)
             select $1, $2, $3, $4, $5, $6, $7
             where (select count(*) from report where reporter = $2 and reported_at > $8) < $9",
        )
        .bind(new.id)
        .bind(new.reporter.as_str())
        .bind(new.reported.as_str())
        .bind(new.game.map(|game| game.as_str().to_owned()))
        .bind(word(new.reason))
        .bind(&new.comment)
        .bind(stored_time(new.reported_at))
        .bind(stored_time(since))
        .bind(i64::from(limit))
        .execute(self.writable()?)
        .await?;
        Ok(added.rows_affected() > 0)
    }

    /// The reports that wait for the operator, the oldest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_open_reports(&self, limit: u32) -> Result<Vec<OpenReport>, StoreError> {
        let rows: Vec<ReportRow> = sqlx::query_as(
            "select reporter.name, reported.name, report.game, report.reason, report.comment, report.reported_at,
               (select count(*) from sanction where sanction.player_id = report.reported
                and kind in ('warned', 'silenced', 'banned')),
               (select count(*) from left_game where left_game.player_id = report.reported
                and left_game.at between report.reported_at - $2 and report.reported_at)
             from report
             join player reporter on reporter.player_id = report.reporter
             join player reported on reported.player_id = report.reported
             where report.settled_at is null order by report.reported_at, report.report_id limit $1",
        )
        .bind(i64::from(limit))
        .bind(LEFT_GAMES_AGE)
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(read_report).collect()
    }

    /// The reports that a player has made, the newest first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_reports_by(&self, reporter: &PlayerId) -> Result<Vec<OwnReport>, StoreError> {
        let rows: Vec<OwnReportRow> = sqlx::query_as(
            "select player.name, report.game, report.reason, report.comment, report.reported_at
             from report join player on player.player_id = report.reported
             where report.reporter = $1 order by report.reported_at desc, report.report_id",
        )
        .bind(reporter.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(read_own_report).collect()
    }

    /// Stores a decision about a player, and settles all reports of that player. Returns the number of reports settled.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_sanction(&self, player: &PlayerId, sanction: &Sanction) -> Result<u64, StoreError> {
        let mut transaction = self.begin_write().await?;
        sqlx::query(
            "insert into sanction (player_id, at, kind, reason, until_at) values ($1, $2, $3, $4, $5)",
        )
        .bind(player.as_str())
        .bind(stored_time(sanction.at))
        .bind(word(sanction.kind))
        .bind(&sanction.reason)
        .bind(stored_time(sanction.until))
        .execute(&mut *transaction)
        .await?;
        let settled =
            sqlx::query("update report set settled_at = $2 where reported = $1 and settled_at is null")
                .bind(player.as_str())
                .bind(stored_time(sanction.at))
                .execute(&mut *transaction)
                .await?;
        transaction.commit().await?;
        Ok(settled.rows_affected())
    }

    /// The decisions about a player in force at `now`; the one that ends last comes first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_sanctions(
        &self,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<Vec<Sanction>, StoreError> {
        let rows: Vec<(String, String, i64, i64)> = sqlx::query_as(concat!(
            "select kind, reason, at, until_at from sanction
                 where player_id = $1 and until_at > $2 and kind in ('warned', 'silenced', 'banned') and ",
            not_lifted!(),
            " order by until_at desc, at desc",
        ))
        .bind(player.as_str())
        .bind(stored_time(now))
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(read_sanction).collect()
    }
}

fn read_sanction((kind, reason, at, until): (String, String, i64, i64)) -> Result<Sanction, StoreError> {
    Ok(Sanction { kind: parse_word(&kind)?, reason, at: timestamp(at)?, until: timestamp(until)? })
}

fn read_own_report((player, game, reason, comment, at): OwnReportRow) -> Result<OwnReport, StoreError> {
    let game = game.as_deref().map(parse).transpose()?;
    Ok(OwnReport { player: parse(&player)?, game, reason: parse_word(&reason)?, comment, at: timestamp(at)? })
}

fn read_report(row: ReportRow) -> Result<OpenReport, StoreError> {
    let (reporter, reported, game, reason, comment, reported_at, earlier, left_games) = row;
    Ok(OpenReport {
        reporter: parse(&reporter)?,
        reported: parse(&reported)?,
        game: game.as_deref().map(parse).transpose()?,
        reason: parse_word(&reason)?,
        comment,
        reported_at: timestamp(reported_at)?,
        earlier: unsigned(earlier)?,
        left_games: unsigned(left_games)?,
    })
}
