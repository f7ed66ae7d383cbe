//! The live games of one player.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::GameSummary;

use crate::error::StoreError;
use crate::rows::{self, GameRow};
use crate::statement::Statement;
use crate::store::Store;

/// The condition of the indexes `game_live_by_south` and `game_live_by_north`, word for word.
const IS_LIVE: &str = "state in ('arranging', 'playing')";

const NEWEST_FIRST: &str = "order by created_at desc, code desc";

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
        let found: Vec<GameRow> = select_live_games(player, limit).rows(&self.pool).await?;
        found.into_iter().map(rows::summary).collect()
    }

    /// The database's own plan for [`find_live_games`](Self::find_live_games), a line for each step; for tests.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn explain_live_games(&self, player: &PlayerId, limit: u32) -> Result<Vec<String>, StoreError> {
        self.database.explain(select_live_games(player, limit), &self.pool).await
    }
}

fn select_live_games(player: &PlayerId, limit: u32) -> Statement {
    let mut statement = Statement::new(rows::SELECT_GAMES);
    for (place, seat) in ["south", "north"].into_iter().enumerate() {
        statement.push(if place > 0 { " union all " } else { "" });
        statement.push(&format!("select * from (select * from game where {seat} = "));
        statement.bind(player.as_str().into());
        statement.push(&format!(" and {IS_LIVE} {NEWEST_FIRST} limit {limit}) in_{seat}"));
    }
    statement.push(&format!(" {NEWEST_FIRST} limit {limit}"));
    statement.push(rows::JOIN_NAMES);
    statement.push(" order by found.created_at desc, found.code desc");
    statement
}
