//! The position index: which finished public games reached which position, and what was played there.

mod game_positions;
mod indexing;
mod position_hash;

use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{ActionStats, GameAtPosition, GameId, PositionKey, Text};

use crate::error::StoreError;
use crate::game_number::GameNumber;
use crate::rows::{outcome, parse, player_names, stored_number, timestamp, unsigned};
use crate::store::Store;
pub use game_positions::GamePositions;
pub use indexing::IndexedGame;
pub(crate) use indexing::{action_text, index_games, set_position_number};
pub use position_hash::PositionHash;

/// A finished public game that is not in the position index yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameToIndex {
    /// The game's number.
    pub number: GameNumber,
    /// The game's public id.
    pub id: GameId,
    /// A free number in the index.
    pub position_number: u64,
}

/// A page of the games that reached a position.
#[derive(Clone, Debug)]
pub struct ReachedPage {
    /// The games.
    pub games: Vec<GameAtPosition>,
    /// The `position_number` before which the next page begins; none at the end.
    pub next: Option<u64>,
}

/// position_number, ply, action, code, winner, reason, ended_at, South's name, North's name.
type ReachedRow = (i64, i64, String, String, Option<String>, String, i64, Option<String>, Option<String>);

impl Store {
    /// The finished public games that have waited longest for the position index, at most `limit`. A private game is
    /// never indexed.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games_to_index(&self, limit: u32) -> Result<Vec<GameToIndex>, StoreError> {
        // In the order of the index `game_to_index`, so that nothing is sorted.
        let games: Vec<(i64, String, i64)> = sqlx::query_as(
            "select game_id, code, coalesce(
               (select position_number from game where position_number is not null
                order by position_number desc limit 1), 0)
             from game where public = 1 and has_bot = 0 and ended_at is not null and position_number is null
             order by position_number, ended_at, game_id limit $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let game = |(offset, (number, id, last)): (u64, (i64, String, i64))| {
            Ok(GameToIndex {
                number: GameNumber::from_stored(number),
                id: parse(&id)?,
                position_number: unsigned(last)? + offset,
            })
        };
        (1..).zip(games).map(game).collect()
    }

    /// A game that reached a position with this key, and after how many actions; none if no game did.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_game_reaching(&self, key: PositionKey) -> Result<Option<(GameId, usize)>, StoreError> {
        let row: Option<(String, i64)> = sqlx::query_as(
            "select game.code, position_game.ply from position_game
             join game on game.position_number = position_game.position_number
             where position_key = $1 order by position_check, position_game.position_number limit 1",
        )
        .bind(key.0.cast_signed())
        .fetch_optional(&self.pool)
        .await?;
        let game_and_ply =
            |(id, ply): (String, i64)| Ok((parse(&id)?, usize::try_from(ply).unwrap_or(usize::MAX)));
        row.map(game_and_ply).transpose()
    }

    /// How often each action was played in a position and how those games ended, the most frequent first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_played(&self, position: PositionHash) -> Result<Vec<ActionStats>, StoreError> {
        let rows: Vec<(String, i64, i64, i64)> = sqlx::query_as(
            "select action, south, north, draw from position_next
             where position_key = $1 and position_check = $2 order by south + north + draw desc, action",
        )
        .bind(position.key.cast_signed())
        .bind(position.check.cast_signed())
        .fetch_all(&self.pool)
        .await?;
        let played = |(action, south, north, draw): (String, i64, i64, i64)| {
            Ok(ActionStats {
                action: read_action(&action)?,
                south: unsigned(south)?,
                north: unsigned(north)?,
                draw: unsigned(draw)?,
            })
        };
        rows.into_iter().map(played).collect()
    }

    /// At most `limit` games that reached a position, the most recently indexed first, before a `position_number` if
    /// one is given.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_reached(
        &self,
        position: PositionHash,
        before: Option<u64>,
        limit: u32,
    ) -> Result<ReachedPage, StoreError> {
        let mut rows: Vec<ReachedRow> = sqlx::query_as(
            "select visit.position_number, visit.ply, visit.action, game.code, game.winner, game.reason, game.ended_at,
                    s.name, n.name
             from (select position_number, ply, action from position_game
                   where position_key = $1 and position_check = $2 and position_number < $3
                   order by position_number desc limit $4) visit
             join game on game.position_number = visit.position_number
             left join player s on s.player_id = game.south left join player n on n.player_id = game.north
             order by visit.position_number desc",
        )
        .bind(position.key.cast_signed())
        .bind(position.check.cast_signed())
        .bind(before.map_or(i64::MAX, stored_number))
        // One game more than the page shows tells whether there is a next page.
        .bind(i64::from(limit) + 1)
        .fetch_all(&self.pool)
        .await?;
        let has_more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        let last = rows.last().filter(|_| has_more).map(|row| unsigned(row.0)).transpose()?;
        Ok(ReachedPage { games: rows.into_iter().map(reached).collect::<Result<_, _>>()?, next: last })
    }
}

/// Reads an action; none at the end of a game.
fn read_action(text: &str) -> Result<Option<Text<Action>>, StoreError> {
    if text.is_empty() { Ok(None) } else { Ok(Some(Text(parse(text)?))) }
}

fn reached(row: ReachedRow) -> Result<GameAtPosition, StoreError> {
    let (_, ply, action, game, winner, reason, ended_at, south, north) = row;
    Ok(GameAtPosition {
        game: parse(&game)?,
        ply: u32::try_from(ply).unwrap_or(u32::MAX),
        action: read_action(&action)?,
        players: player_names(south, north)?,
        outcome: outcome(winner.as_deref(), &reason)?,
        ended_at: timestamp(ended_at)?,
    })
}
