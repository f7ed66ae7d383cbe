//! The live games of one player.

use std::cmp::Reverse;

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::GameSummary;

use crate::database::Database;
use crate::error::StoreError;
use crate::rows::{self, GameRow};
use crate::statement::Statement;
use crate::store::Store;

/// The condition of the indexes `game_live_by_south` and `game_live_by_north`, word for word.
const IS_LIVE: &str = "state in ('arranging', 'playing')";

impl Store {
    /// At most `limit` games of a player that are being arranged or played, the newest first. It costs the same however
    /// many finished games the player has.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_live_games(
        &self,
        player: &PlayerId,
        limit: u32,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let select = select_live_games(&self.database, player, limit);
        let found: Vec<GameRow> = select.rows(&self.pool).await?;
        let mut games = found.into_iter().map(rows::summary).collect::<Result<Vec<_>, _>>()?;
        games.sort_by_key(|game| Reverse((game.created_at, game.game)));
        games.truncate(limit as usize);
        Ok(games)
    }
}

/// The query for the newest games of each seat, in no order.
fn select_live_games(database: &Database, player: &PlayerId, limit: u32) -> Statement {
    let mut statement = Statement::new(rows::SELECT_GAMES);
    for (place, seat) in ["south", "north"].into_iter().enumerate() {
        statement.push(if place > 0 { " union all " } else { "" });
        let hint = database.index_hint(&format!("game_live_by_{seat}"));
        statement.push(&format!("select * from (select * from game{hint} where {seat} = "));
        statement.bind(player.as_str().into());
        let end = format!("order by created_at desc, code desc limit {limit}");
        statement.push(&format!(" and {IS_LIVE} {end}) in_{seat}"));
    }
    statement.push(rows::JOIN_NAMES);
    statement
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn live_games_are_read_in_the_order_of_their_indexes() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.expect("a database");
        let select = select_live_games(&store.database, &PlayerId::from("p"), 101);
        let plan = store.database.explain(select, &store.pool).await.expect("a plan").join("\n");
        for seat in ["south", "north"] {
            assert!(
                plan.contains(&format!("SEARCH game USING INDEX game_live_by_{seat} ({seat}=?)")),
                "{plan}"
            );
        }
        assert!(!plan.contains("TEMP B-TREE"), "nothing is sorted:\n{plan}");
    }
}
