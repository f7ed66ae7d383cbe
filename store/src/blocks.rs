//! Players who do not want to play with each other.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, PlayerName};

use crate::error::StoreError;
use crate::rows::{millis, parse};
use crate::store::Store;

/// Players whom one player can block.
const MAX_BLOCKED: i64 = 500;

/// What a player who wants to join an open game has to know of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JoinTerms {
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether its maker has blocked the player, or the player its maker.
    pub blocked: bool,
    /// Whether it is public, kept for nobody, and another player's.
    pub is_of_stranger: bool,
}

impl Store {
    /// Blocks a player for another one. `now` is in milliseconds since 1970-01-01 UTC. Returns whether the player is blocked
    /// now: not if 500 others are.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_block(
        &self,
        player: &PlayerId,
        blocked: &PlayerId,
        now: u64,
    ) -> Result<bool, StoreError> {
        sqlx::query(
            "insert into block (player_id, blocked_id, blocked_at)
             select $1, $2, $3 where (select count(*) from block where player_id = $1) < $4
             on conflict do nothing",
        )
        .bind(player.as_str())
        .bind(blocked.as_str())
        .bind(millis(now))
        .bind(MAX_BLOCKED)
        .execute(&self.pool)
        .await?;
        let query =
            sqlx::query_scalar("select blocked_at from block where player_id = $1 and blocked_id = $2");
        let at: Option<i64> =
            query.bind(player.as_str()).bind(blocked.as_str()).fetch_optional(&self.pool).await?;
        Ok(at.is_some())
    }

    /// Unblocks a player for another one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn remove_block(&self, player: &PlayerId, blocked: &PlayerId) -> Result<(), StoreError> {
        sqlx::query("delete from block where player_id = $1 and blocked_id = $2")
            .bind(player.as_str())
            .bind(blocked.as_str())
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The players whom a player has blocked, the last one first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_blocked(&self, player: &PlayerId) -> Result<Vec<PlayerName>, StoreError> {
        let names: Vec<String> = sqlx::query_scalar(
            "select player.name from block join player on player.player_id = block.blocked_id
             where block.player_id = $1 order by block.blocked_at desc, block.blocked_id",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        names.iter().map(|name| parse(name)).collect()
    }

    /// Whether one of two players has blocked the other.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn is_blocked(&self, one: &PlayerId, other: &PlayerId) -> Result<bool, StoreError> {
        let found: Option<i64> = sqlx::query_scalar(
            "select blocked_at from block
             where (player_id = $1 and blocked_id = $2) or (player_id = $2 and blocked_id = $1) limit 1",
        )
        .bind(one.as_str())
        .bind(other.as_str())
        .fetch_optional(&self.pool)
        .await?;
        Ok(found.is_some())
    }

    /// What a player who wants to join a game has to know. A game that is not open has no terms: joining it changes nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_join_terms(&self, game: GameId, player: &PlayerId) -> Result<JoinTerms, StoreError> {
        let found: Option<(i64, Option<String>, i64)> = sqlx::query_as(
            "select rated, coalesce(south, north), case when invited is null then public else 0 end
             from game where code = $1 and state = 'open'",
        )
        .bind(game.as_str())
        .fetch_optional(&self.pool)
        .await?;
        let Some((rated, maker, is_for_anybody)) = found else { return Ok(JoinTerms::default()) };
        let is_of_stranger = is_for_anybody != 0 && maker.as_deref() != Some(player.as_str());
        let blocked = match maker {
            Some(maker) => self.is_blocked(player, &maker.as_str().into()).await?,
            None => false,
        };
        Ok(JoinTerms { rated: rated != 0, blocked, is_of_stranger })
    }
}
