//! The games of tournaments with their logs, page by page.

use ikibuguzo_engine::BySeat;
use ikibuguzo_game::fact::Entry;
use ikibuguzo_protocol::{GameId, Timestamp};
use sqlx::Connection;

use super::games::read_rows;
use super::{Checker, CountDifference, MAX_NAMED_DIFFERENCES};
use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::log::{UNREADABLE_STATE, link_entries};
use crate::rows::{corrupt, parse, timestamp};
use crate::statement::Statement;
use crate::tournaments::TournamentNumber;

/// Number of games that are in memory at a time.
const PAGE_LENGTH: usize = 16;

/// The key that orders all games of tournaments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentGameKey {
    pub(super) tournament: TournamentNumber,
    pub(super) round: i64,
    pub(super) south: String,
}

/// A game of a tournament.
#[derive(Debug)]
pub struct TournamentGameToCheck {
    /// Its key in the order of all games of tournaments.
    pub key: TournamentGameKey,
    /// The public id of the tournament.
    pub tournament: String,
    /// When the tournament closed, if it is an arena.
    pub closes_at: Option<Timestamp>,
    /// Whether the tournament is over.
    pub is_over: bool,
    /// The game.
    pub game: GameId,
    /// The points of both, and when the game ended; none while they play.
    pub stored: Option<(BySeat<u32>, Option<Timestamp>)>,
    /// The log; none if it cannot be read.
    pub log: Option<Vec<Entry>>,
}

/// tournament_id, code, closes_at, ended_at, round, south, game, south_points, north_points, ended_at, and of the game
/// game_id, state and ended_at.
#[rustfmt::skip]
type PairingRow = (
    i64, String, Option<i64>, Option<i64>, i64, String, String, Option<i64>, Option<i64>, Option<i64>,
    i64, String, Option<i64>,
);

impl Checker {
    /// The next games of tournaments after a key; none at the end.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn read_tournament_games(
        &mut self,
        after: Option<&TournamentGameKey>,
    ) -> Result<Vec<TournamentGameToCheck>, StoreError> {
        let mut reading = self.connection.begin_with(self.store.database.begin_snapshot()).await?;
        let mut select = Statement::new(
            "select pairing.tournament_id, tournament.code, tournament.closes_at, tournament.ended_at, pairing.round,
                    pairing.south, pairing.game, pairing.south_points, pairing.north_points, pairing.ended_at,
                    game.game_id, game.state, game.ended_at
             from tournament_game pairing
             join tournament on tournament.tournament_id = pairing.tournament_id
             join game on game.code = pairing.game",
        );
        if let Some(TournamentGameKey { tournament, round, south }) = after {
            select.push(" where (pairing.tournament_id, pairing.round, pairing.south) > (");
            select.bind_all([tournament.to_stored().into(), (*round).into(), south.as_str().into()]);
            select.push(")");
        }
        select.push(&format!(
            " order by pairing.tournament_id, pairing.round, pairing.south limit {PAGE_LENGTH}"
        ));
        let mut games = Vec::with_capacity(PAGE_LENGTH);
        for row in select.rows::<PairingRow>(&mut *reading).await? {
            let number = GameNumber::from_stored(row.10);
            let has_ended = row.12.is_some();
            let entries = read_rows(&mut reading, number).await?;
            let mut game = read_pairing(&row)?;
            if row.11 != UNREADABLE_STATE {
                game.log = link_entries(game.game, number, has_ended, entries.into_iter())
                    .ok()
                    .map(|log| log.entries);
            }
            games.push(game);
        }
        Ok(games)
    }

    /// The numbers of players who have entered tournaments that differ from the lists of players; at most 1,000.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn compare_entered(&mut self) -> Result<Vec<CountDifference>, StoreError> {
        let rows: Vec<(String, i64, i64)> = Statement::new(format!(
            "select code, entered, players from (
               select tournament.code, tournament.entered, (select count(*) from tournament_player
                 where tournament_player.tournament_id = tournament.tournament_id) as players from tournament) counted
             where entered <> players order by code limit {MAX_NAMED_DIFFERENCES}"
        ))
        .rows(&mut self.connection)
        .await?;
        let difference = |(code, stored, expected)| CountDifference {
            subject: format!("players of tournament {code}"),
            stored: format!("{stored}"),
            expected: format!("{expected}"),
        };
        Ok(rows.into_iter().map(difference).collect::<Vec<_>>())
    }
}

fn read_pairing(row: &PairingRow) -> Result<TournamentGameToCheck, StoreError> {
    let (number, code, closes_at, over_at, round, south, game, south_points, north_points, ended_at, ..) =
        row;
    let points = |points: i64| u32::try_from(points).map_err(corrupt);
    let time = |at: &Option<i64>| at.map(timestamp).transpose();
    let stored = match south_points.zip(*north_points) {
        Some((south, north)) => {
            Some((BySeat { south: points(south)?, north: points(north)? }, time(ended_at)?))
        }
        None => None,
    };
    let tournament = TournamentNumber::from_stored(*number);
    Ok(TournamentGameToCheck {
        key: TournamentGameKey { tournament, round: *round, south: south.clone() },
        tournament: code.clone(),
        closes_at: time(closes_at)?,
        is_over: over_at.is_some(),
        game: parse(game)?,
        stored,
        log: None,
    })
}
