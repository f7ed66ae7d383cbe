//! Games that players have left.

use std::collections::BTreeMap;

use ikibuguzo_game::leavings::Leaving;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{LeftGame, Timestamp};

use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::rows::{parse, parse_word, stored_time, timestamp};
use crate::statement::Statement;
use crate::store::Store;

/// Largest number of rows that one statement writes.
const MAX_LEFT_ROWS: usize = 32;

/// A game that ends because a player has left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftGameRow {
    /// The game.
    pub number: GameNumber,
    /// Who has left it, and how.
    pub leaving: Leaving,
    /// When it ended.
    pub at: Timestamp,
}

impl Store {
    /// The games that a player has left since a time: the newest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_left_games(
        &self,
        player: &PlayerId,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<LeftGame>, StoreError> {
        let rows: Vec<(String, String, i64)> = sqlx::query_as(
            "select game.code, left_game.kind, left_game.at
             from left_game join game on game.game_id = left_game.game_id
             where left_game.player_id = $1 and left_game.at >= $2
             order by left_game.at desc, left_game.game_id limit $3",
        )
        .bind(player.as_str())
        .bind(stored_time(since))
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(read_left_game).collect()
    }
}

fn read_left_game((code, kind, at): (String, String, i64)) -> Result<LeftGame, StoreError> {
    Ok(LeftGame { game: parse(&code)?, kind: parse_word(&kind)?, at: timestamp(at)? })
}

/// The statements that store which players have left games, in the order of the key.
pub(crate) fn store_left_games<'a>(left: impl Iterator<Item = &'a LeftGameRow>) -> Vec<Statement> {
    let rows: BTreeMap<_, _> = left.map(|row| ((row.leaving.player.as_str(), row.number), row)).collect();
    let rows: Vec<_> = rows.into_values().collect();
    rows.chunks(MAX_LEFT_ROWS).map(insert).collect()
}

fn insert(rows: &[&LeftGameRow]) -> Statement {
    let mut statement = Statement::new("insert into left_game (player_id, game_id, kind, at) values ");
    for (index, row) in rows.iter().enumerate() {
        statement.push(if index > 0 { ", (" } else { "(" });
        let Leaving { player, kind } = &row.leaving;
        statement.bind_all([
            player.as_str().into(),
            row.number.to_stored().into(),
            kind.as_str().into(),
            stored_time(row.at).into(),
        ]);
        statement.push(")");
    }
    statement
}
