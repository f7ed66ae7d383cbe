//! The rows of tournaments that follow from other rows: the seats of pairings, and when arenas close.

use ikibuguzo_protocol::{NewTournament, TournamentId};

use super::{Checker, MAX_NAMED_DIFFERENCES, RowDifference};
use crate::error::StoreError;
use crate::rows::parse;
use crate::statement::Statement;
use crate::tournaments::StoredTournament;

/// tournament_id, code, round, game, and the names of South and North in the game.
type SeatsRow = (i64, String, i64, String, Option<String>, Option<String>);

impl Checker {
    /// The next tournament after a public id, in the order of the ids; none at the end.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if it cannot be read; [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn read_tournament(
        &mut self,
        after: Option<TournamentId>,
    ) -> Result<Option<StoredTournament>, StoreError> {
        let after = after.as_ref().map_or("", TournamentId::as_str);
        let code: Option<String> =
            sqlx::query_scalar("select code from tournament where code > $1 order by code limit 1")
                .bind(after)
                .fetch_optional(&mut self.connection)
                .await?;
        match code {
            Some(code) => self.store.load_tournament(parse(&code)?).await,
            None => Ok(None),
        }
    }

    /// Pairings whose game is missing, or has other players; at most 1,000.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn compare_seats_of_pairings(&mut self) -> Result<Vec<RowDifference>, StoreError> {
        let rows: Vec<SeatsRow> = Statement::new(format!(
            "select pairing.tournament_id, tournament.code, pairing.round, pairing.game, south.name, north.name
             from tournament_game pairing
             join tournament on tournament.tournament_id = pairing.tournament_id
             left join game on game.code = pairing.game
             left join player south on south.player_id = game.south
             left join player north on north.player_id = game.north
             where pairing.game is not null
               and (coalesce(game.south, '') <> pairing.south or coalesce(game.north, '') <> pairing.north)
             order by pairing.tournament_id, pairing.round limit {MAX_NAMED_DIFFERENCES}"
        ))
        .rows(&mut self.connection)
        .await?;
        Ok(rows.into_iter().map(seats_difference).collect())
    }

    /// Arenas that close at another time than their length says; at most 1,000.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn compare_closing_times(&mut self) -> Result<Vec<RowDifference>, StoreError> {
        let closes_at = format!("started_at + coalesce(minutes, {}) * 60000", NewTournament::DEFAULT_MINUTES);
        let rows: Vec<(i64, String, Option<i64>, i64)> = Statement::new(format!(
            "select tournament_id, code, closes_at, {closes_at} from tournament
             where format = 'arena' and started_at is not null and coalesce(closes_at, 0) <> {closes_at}
             order by tournament_id limit {MAX_NAMED_DIFFERENCES}"
        ))
        .rows(&mut self.connection)
        .await?;
        let difference = |(number, code, stored, expected): (i64, String, Option<i64>, i64)| {
            let mut repair = Statement::new("update tournament set closes_at = ");
            repair.bind(expected.into());
            repair.push(" where tournament_id = ");
            repair.bind(number.into());
            let stored = stored.map_or_else(|| "nothing".to_owned(), |at| at.to_string());
            let subject = format!("tournament {code}, closes_at");
            RowDifference::new(subject, stored, expected.to_string(), Some(repair))
        };
        Ok(rows.into_iter().map(difference).collect())
    }
}

fn seats_difference((number, code, round, game, south, north): SeatsRow) -> RowDifference {
    let subject = format!("tournament {code}, players of game {game}");
    let Some((south, north)) = south.zip(north) else {
        return RowDifference::new(subject, "a pairing", "a game with two players", None);
    };
    let mut repair =
        Statement::new("update tournament_game set south = (select south from game where code = ");
    repair.bind(game.as_str().into());
    repair.push("), north = (select north from game where code = ");
    repair.bind(game.as_str().into());
    repair.push(") where tournament_id = ");
    repair.bind(number.into());
    repair.push(" and round = ");
    repair.bind(round.into());
    repair.push(" and game = ");
    repair.bind(game.as_str().into());
    RowDifference::new(subject, "other players", format!("{south} and {north}"), Some(repair))
}
