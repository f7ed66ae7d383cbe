//! The scores of players.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::Score;

use super::sum;
use crate::error::StoreError;
use crate::rows::unsigned;
use crate::statement::Statement;
use crate::store::Store;

/// The game's name, then games won, lost, drawn and without a result.
type ScoreRow = (String, i64, i64, i64, i64);

impl Store {
    /// A player's score in each game, with games by invitation or without.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_scores(&self, player: &PlayerId, with_private: bool) -> Result<Vec<Score>, StoreError> {
        let mut statement = Statement::new(select_scores("player_score"));
        statement.push(" where player_id = ");
        statement.bind(player.as_str().into());
        self.read_scores(statement, with_private).await
    }

    /// A player's score in each game against an opponent, with games by invitation or without.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_scores_against(
        &self,
        player: &PlayerId,
        opponent: &PlayerId,
        with_private: bool,
    ) -> Result<Vec<Score>, StoreError> {
        let is_lesser = player.as_str() < opponent.as_str();
        let (one, other) = if is_lesser { (player, opponent) } else { (opponent, player) };
        let mut statement = Statement::new(select_scores("pair_score"));
        statement.push(" where player_id = ");
        statement.bind(one.as_str().into());
        statement.push(" and opponent_id = ");
        statement.bind(other.as_str().into());
        let mut scores = self.read_scores(statement, with_private).await?;
        if !is_lesser {
            scores.iter_mut().for_each(|score| (score.won, score.lost) = (score.lost, score.won));
        }
        Ok(scores)
    }

    async fn read_scores(
        &self,
        mut statement: Statement,
        with_private: bool,
    ) -> Result<Vec<Score>, StoreError> {
        statement.push(if with_private { "" } else { " and public = 1" });
        statement.push(" group by rules_name order by rules_name");
        let rows: Vec<ScoreRow> = statement.rows(&self.pool).await?;
        let score = |(game, won, lost, drawn, no_result)| {
            let [won, lost, drawn, no_result] = [won, lost, drawn, no_result].map(unsigned);
            Ok(Score { game, won: won?, lost: lost?, drawn: drawn?, no_result: no_result? })
        };
        rows.into_iter().map(score).collect()
    }
}

fn select_scores(table: &str) -> String {
    let sums = ["won", "lost", "drawn", "no_result"].map(sum).join(", ");
    format!("select rules_name, {sums} from {table}")
}
