//! Rows whose game is missing.

use super::{Checker, MAX_NAMED_DIFFERENCES, RowDifference};
use crate::error::StoreError;
use crate::statement::Statement;

impl Checker {
    /// Logs without the row of their game, at most 1,000. The row cannot be written again: the public id of the game is
    /// only in it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_logs_without_games(&mut self) -> Result<Vec<RowDifference>, StoreError> {
        let rows: Vec<(i64, i64)> = Statement::new(format!(
            "select game_id, count(*) from event
             where not exists (select 1 from game where game.game_id = event.game_id)
             group by game_id order by game_id limit {MAX_NAMED_DIFFERENCES}"
        ))
        .rows(&mut self.connection)
        .await?;
        let difference = |(number, entries): (i64, i64)| {
            let subject = format!("row of the game with the number {number}");
            RowDifference::new(subject, format!("nothing, but {entries} entries"), "a row", None)
        };
        Ok(rows.into_iter().map(difference).collect())
    }

    /// Games left by players who do not play in them, at most 1,000.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games_left_by_others(&mut self) -> Result<Vec<RowDifference>, StoreError> {
        let rows: Vec<(String, i64, Option<String>)> = Statement::new(format!(
            "select left_game.player_id, left_game.game_id, game.code
             from left_game left join game on game.game_id = left_game.game_id
             where left_game.player_id not in (coalesce(game.south, ''), coalesce(game.north, ''))
             order by left_game.game_id, left_game.player_id limit {MAX_NAMED_DIFFERENCES}"
        ))
        .rows(&mut self.connection)
        .await?;
        let difference = |(player, number, code): (String, i64, Option<String>)| {
            let mut repair = Statement::new("delete from left_game where player_id = ");
            repair.bind(player.into());
            repair.push(" and game_id = ");
            repair.bind(number.into());
            let game = code.unwrap_or_else(|| "an unknown game".to_owned());
            let subject = format!("{game}, left by somebody who does not play in it");
            RowDifference::new(subject, "a row", "nothing", Some(repair))
        };
        Ok(rows.into_iter().map(difference).collect())
    }
}
