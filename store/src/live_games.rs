//! The live games of players.

use std::cmp::Reverse;

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, GameSummary};

use crate::database::Database;
use crate::error::StoreError;
use crate::game_row::{GameRow, JOIN_NAMES, SELECT_GAMES};
use crate::named_games::SELECT_HEADS;
use crate::rows::unsigned;
use crate::statement::Statement;
use crate::store::Store;

/// The condition of the indexes `game_live_by_south` and `game_live_by_north`, word for word.
const IS_LIVE: &str = "state in ('arranging', 'playing')";

/// The condition of the index `game_by_invited`, word for word.
const IS_INVITATION: &str = "state = 'open' and invited is not null";

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
        let mut games = self.summaries(found)?;
        games.sort_by_key(|game| Reverse((game.created_at, game.game)));
        games.truncate(limit as usize);
        Ok(games)
    }

    /// At most `limit` open games to which a player is invited, the newest first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_invitations(
        &self,
        player: &PlayerId,
        limit: u32,
    ) -> Result<Vec<GameSummary>, StoreError> {
        let found: Vec<GameRow> = select_invitations(player, limit).rows(&self.pool).await?;
        let mut games = self.summaries(found)?;
        games.sort_by_key(|game| Reverse((game.created_at, game.game)));
        Ok(games)
    }

    /// The number of games of a player against some opponents that are being arranged or played. It costs the same
    /// however many finished games the player has.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn count_live_games_against(
        &self,
        player: &PlayerId,
        opponents: &[PlayerId],
    ) -> Result<u64, StoreError> {
        let counts: Vec<(i64,)> =
            select_live_counts(&self.database, player, opponents).rows(&self.pool).await?;
        counts.into_iter().map(|(count,)| unsigned(count)).sum()
    }

    /// The newest `seq` of each game of these players that is being arranged or played, or to which they are invited,
    /// in no order. A game of two of them comes once or twice.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_live_heads(&self, players: &[PlayerId]) -> Result<Vec<(GameId, u64)>, StoreError> {
        if players.is_empty() {
            return Ok(Vec::new());
        }
        self.read_heads(select_live_heads(&self.database, players)).await
    }
}

/// The query for the heads of the games of each seat.
fn select_live_heads(database: &Database, players: &[PlayerId]) -> Statement {
    let mut statement = Statement::new("");
    for (index, seat) in ["south", "north"].into_iter().enumerate() {
        statement.push(if index > 0 { " union all " } else { "" });
        let hint = database.index_hint(&format!("game_live_by_{seat}"));
        statement.push(&format!("{SELECT_HEADS}{hint} where {IS_LIVE} and {seat} in ("));
        statement.bind_all(players.iter().map(|player| player.as_str().into()));
        statement.push(")");
    }
    statement.push(&format!(" union all {SELECT_HEADS} where {IS_INVITATION} and invited in ("));
    statement.bind_all(players.iter().map(|player| player.as_str().into()));
    statement.push(")");
    statement
}

/// The query for the number of games of a player in each seat, against some opponents.
fn select_live_counts(database: &Database, player: &PlayerId, opponents: &[PlayerId]) -> Statement {
    let mut statement = Statement::new("");
    for (index, [seat, other]) in [["south", "north"], ["north", "south"]].into_iter().enumerate() {
        statement.push(if index > 0 { " union all " } else { "" });
        let hint = database.index_hint(&format!("game_live_by_{seat}"));
        statement.push(&format!("select count(*) from game{hint} where {IS_LIVE} and {seat} = "));
        statement.bind(player.as_str().into());
        statement.push(&format!(" and {other} in ("));
        statement.bind_all(opponents.iter().map(|opponent| opponent.as_str().into()));
        statement.push(")");
    }
    statement
}

/// The query for the newest games to which a player is invited, in no order.
fn select_invitations(player: &PlayerId, limit: u32) -> Statement {
    let mut statement = Statement::new(SELECT_GAMES);
    statement.push(&format!("select * from game where {IS_INVITATION} and invited = "));
    statement.bind(player.as_str().into());
    statement.push(&format!(" order by created_at desc, code desc limit {limit}"));
    statement.push(JOIN_NAMES);
    statement
}

/// The query for the newest games of each seat, in no order.
fn select_live_games(database: &Database, player: &PlayerId, limit: u32) -> Statement {
    let mut statement = Statement::new(SELECT_GAMES);
    for (index, seat) in ["south", "north"].into_iter().enumerate() {
        statement.push(if index > 0 { " union all " } else { "" });
        let hint = database.index_hint(&format!("game_live_by_{seat}"));
        statement.push(&format!("select * from (select * from game{hint} where {seat} = "));
        statement.bind(player.as_str().into());
        let end = format!("order by created_at desc, code desc limit {limit}");
        statement.push(&format!(" and {IS_LIVE} {end}) in_{seat}"));
    }
    statement.push(JOIN_NAMES);
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
        let players = ["p", "q"].map(PlayerId::from);
        let selects = [
            select_live_games(&store.database, &players[0], 101),
            select_live_heads(&store.database, &players),
            select_live_counts(&store.database, &players[0], &players[1..]),
        ];
        for select in [select_invitations(&players[0], 100), select_live_heads(&store.database, &players)] {
            let plan = store.database.explain(select, &store.pool).await.expect("a plan").join("\n");
            assert!(plan.contains("USING INDEX game_by_invited (invited=?)"), "{plan}");
        }
        for select in selects {
            let plan = store.database.explain(select, &store.pool).await.expect("a plan").join("\n");
            for seat in ["south", "north"] {
                let step = format!("SEARCH game USING INDEX game_live_by_{seat} ({seat}=?)");
                assert!(plan.contains(&step), "{plan}");
            }
            assert!(!plan.contains("TEMP B-TREE"), "nothing is sorted:\n{plan}");
        }
    }
}
