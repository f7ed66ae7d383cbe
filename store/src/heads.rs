//! How far games are.

use ikibuguzo_protocol::GameId;

use crate::error::StoreError;
use crate::rows::{parse, unsigned};
use crate::statement::Statement;
use crate::store::Store;

impl Store {
    /// The newest `seq` of some games, in no order. Unknown games are left out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_heads(&self, games: &[GameId]) -> Result<Vec<(GameId, u64)>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let newest = "(select max(event.seq) from event where event.game_id = game.game_id)";
        let mut statement =
            Statement::new(format!("select code, coalesce({newest}, 0) from game where code in ("));
        statement.bind_all(games.iter().map(|game| game.as_str().into()));
        statement.push(")");
        let heads: Vec<(String, i64)> = statement.rows(&self.pool).await?;
        heads.into_iter().map(|(game, head)| Ok((parse(&game)?, unsigned(head)?))).collect()
    }
}
