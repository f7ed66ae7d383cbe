//! Games that are named by their ids.

use ikibuguzo_protocol::{GameId, GameSummary};

use crate::error::StoreError;
use crate::game_row::{GameRow, JOIN_NAMES, SELECT_GAMES};
use crate::rows::{parse, unsigned};
use crate::statement::Statement;
use crate::store::Store;

/// Selects the id and the newest `seq` of games.
pub(crate) const SELECT_HEADS: &str = "select code, coalesce(
    (select max(event.seq) from event where event.game_id = game.game_id), 0) from game";

impl Store {
    /// Some games as lists show them, private or not, in no order. Unknown games are left out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games(&self, games: &[GameId]) -> Result<Vec<GameSummary>, StoreError> {
        let mut statement = Statement::new(SELECT_GAMES);
        statement.push("select * from game where ");
        push_codes(&mut statement, games);
        statement.push(JOIN_NAMES);
        let found: Vec<GameRow> = statement.rows(&self.pool).await?;
        self.summaries(found)
    }

    /// The newest `seq` of some games, in no order. Unknown games are left out.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_heads(&self, games: &[GameId]) -> Result<Vec<(GameId, u64)>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = Statement::new(format!("{SELECT_HEADS} where "));
        push_codes(&mut statement, games);
        self.read_heads(statement).await
    }

    /// The output of a query that begins with [`SELECT_HEADS`].
    pub(crate) async fn read_heads(&self, select: Statement) -> Result<Vec<(GameId, u64)>, StoreError> {
        let heads: Vec<(String, i64)> = select.rows(&self.pool).await?;
        heads.into_iter().map(|(game, head)| Ok((parse(&game)?, unsigned(head)?))).collect()
    }
}

/// Adds the condition that a game is one of these, of which there is at least one.
fn push_codes(statement: &mut Statement, games: &[GameId]) {
    statement.push("code in (");
    statement.bind_all(games.iter().map(|game| game.as_str().into()));
    statement.push(")");
}
