//! Players who do not want to play with each other.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, PlayerName, Timestamp};

use crate::error::StoreError;
use crate::moderation::not_lifted;
use crate::rows::{parse, stored_time};
use crate::store::Store;

/// Largest number of players whom one player can block.
const MAX_BLOCKED: i64 = 500;

/// What a player who wants to join an open game has to know about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JoinTerms {
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether its maker has blocked the player, or the player its maker.
    pub blocked: bool,
    /// Whether it is public, is kept for nobody, and belongs to another player.
    pub is_of_stranger: bool,
}

/// What keeps the two players of a game from playing each other again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RematchTerms {
    /// Whether one of the two has blocked the other.
    pub blocked: bool,
    /// Whether one of the two has deleted the account.
    pub is_deleted: bool,
    /// Whether the operator has banned the player who asks.
    pub is_banned: bool,
    /// Whether the operator has banned the opponent.
    pub is_opponent_banned: bool,
}

impl Store {
    /// Blocks a player for another one. Returns whether the player is blocked now; it is not if 500 others are.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_block(
        &self,
        player: &PlayerId,
        blocked: &PlayerId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        sqlx::query(
            "insert into block (player_id, blocked_id, blocked_at)
             select $1, $2, $3 where (select count(*) from block where player_id = $1) < $4
             on conflict do nothing",
        )
        .bind(player.as_str())
        .bind(blocked.as_str())
        .bind(stored_time(now))
        .bind(MAX_BLOCKED)
        .execute(self.writable()?)
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
            .execute(self.writable()?)
            .await?;
        Ok(())
    }

    /// The players whom a player has blocked, the most recently blocked one first.
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

    /// What a player who wants to join a game has to know. A game that is not open has no terms: joining it changes
    /// nothing.
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

    /// What keeps a player of a game and the opponent from playing each other again.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_rematch_terms(
        &self,
        game: GameId,
        player: &PlayerId,
        now: Timestamp,
    ) -> Result<RematchTerms, StoreError> {
        // Each rematch needs this twice. One statement is cheaper than a statement for each part.
        let found: Option<(i64, i64, i64, i64)> = sqlx::query_as(concat!(
            "with ban as (
                     select player_id from sanction
                     where player_id in (select south from game where code = $1 union all
                                         select north from game where code = $1)
                         and until_at > $3 and kind = 'banned' and ",
            not_lifted!(),
            ")
             select opponent.former + own.former,
                 (select count(*) from ban where ban.player_id = own.player_id),
                 (select count(*) from ban where ban.player_id = opponent.player_id),
                 (select count(*) from block
                  where (block.player_id = own.player_id and block.blocked_id = opponent.player_id)
                      or (block.player_id = opponent.player_id and block.blocked_id = own.player_id))
             from game
             join player opponent
                 on opponent.player_id = case when game.south = $2 then game.north else game.south end
             join player own on own.player_id = $2
             where game.code = $1 and (game.south = $2 or game.north = $2)",
        ))
        .bind(game.as_str())
        .bind(player.as_str())
        .bind(stored_time(now))
        .fetch_optional(&self.pool)
        .await?;
        let Some((former, own_bans, bans, blocks)) = found else { return Ok(RematchTerms::default()) };
        Ok(RematchTerms {
            blocked: blocks != 0,
            is_deleted: former != 0,
            is_banned: own_bans != 0,
            is_opponent_banned: bans != 0,
        })
    }
}
