//! Guests, claimed names, passphrases and tokens.

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{PlayerName, Timestamp, Token, TokenId};
use sha2::{Digest, Sha256};
use sqlx::AnyConnection;

use crate::error::StoreError;
use crate::name_skeleton::name_skeleton;
use crate::players::insert_known_name;
use crate::rows::{parse, stored_time, timestamp};
use crate::store::Store;

/// Largest number of tokens of a player. Adding another one removes the oldest.
const MAX_TOKENS: i64 = 32;

/// What the database stores in place of a token: its SHA-256 in hexadecimal. A stolen database opens no seat.
pub fn token_hash(token: &Token) -> String {
    Sha256::digest(token.reveal()).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Store {
    /// Adds a player and the token that proves it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if another player has or had the name, or one with the same skeleton;
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_player(&self, player: &Player, token: &Token, now: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.begin_write().await?;
        sqlx::query("insert into player (player_id, name, created_at) values ($1, $2, $3)")
            .bind(player.id.as_str())
            .bind(player.name.as_str())
            .bind(stored_time(now))
            .execute(&mut *transaction)
            .await?;
        let skeleton = name_skeleton(player.name.as_str());
        insert_known_name(&mut transaction, &skeleton, &player.id).await?;
        insert_token(&mut transaction, &player.id, token, now).await?;
        Ok(transaction.commit().await?)
    }

    /// The player that a token proves; none for an unknown token.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_token_owner(&self, token: &Token) -> Result<Option<Player>, StoreError> {
        let row: Option<(String, String, i64)> = sqlx::query_as(
            "select player.player_id, player.name, player.bot from token join player on player.player_id = token.player_id
             where token.token_hash = $1",
        )
        .bind(token_hash(token))
        .fetch_optional(&self.pool)
        .await?;
        let owner = |(id, name, bot): (String, String, i64)| {
            Ok(Player { id: id.as_str().into(), name: parse(&name)?, bot: bot != 0 })
        };
        row.map(owner).transpose()
    }

    /// The player who has claimed a name, as [`find_player`](Self::find_player) finds it, and the hash of the
    /// passphrase; none for a guest.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_account(&self, name: &PlayerName) -> Result<Option<(Player, String)>, StoreError> {
        let Some(player) = self.find_player(name).await? else { return Ok(None) };
        Ok(self.load_passphrase_hash(&player.id).await?.map(|hash| (player, hash)))
    }

    /// The hash of a player's passphrase; none for a guest.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_passphrase_hash(&self, player: &PlayerId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("select hash from passphrase where player_id = $1");
        Ok(query.bind(player.as_str()).fetch_optional(&self.pool).await?)
    }

    /// Gives a player a name and a passphrase. `verified` is the hash that the player's old passphrase was verified
    /// against, if there is one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if another player has or had a name with the same skeleton, or if the passphrase is no
    /// longer the verified one; [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn claim_name(
        &self,
        player: &Player,
        hash: &str,
        verified: Option<&str>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_write().await?;
        replace_passphrase(&mut transaction, &player.id, hash, verified, now).await?;
        claim_skeleton(&mut transaction, &player.id, &name_skeleton(player.name.as_str())).await?;
        sqlx::query("update player set name = $1 where player_id = $2")
            .bind(player.name.as_str())
            .bind(player.id.as_str())
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Marks a player as a bot that has no game and has entered no tournament. Returns whether it is a bot now.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn mark_bot(&self, player: &PlayerId) -> Result<bool, StoreError> {
        let marked = sqlx::query(
            "update player set bot = 1 where player_id = $1 and (bot = 1 or not exists
             (select 1 from game where south = $1 union all select 1 from game where north = $1
              union all select 1 from tournament_player where player_id = $1))",
        )
        .bind(player.as_str())
        .execute(self.writable()?)
        .await?;
        Ok(marked.rows_affected() > 0)
    }

    /// Adds a token to a player, and removes the oldest above 32.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_token(
        &self,
        player: &PlayerId,
        token: &Token,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_write().await?;
        insert_token(&mut transaction, player, token, now).await?;
        sqlx::query(
            "delete from token where player_id = $1 and token_hash not in
             (select token_hash from token where player_id = $1 order by created_at desc, token_hash limit $2)",
        )
        .bind(player.as_str())
        .bind(MAX_TOKENS)
        .execute(&mut *transaction)
        .await?;
        remove_lost_subscriptions(&mut transaction, player).await?;
        Ok(transaction.commit().await?)
    }

    /// The tokens of a player, the newest first: the public id of each and when it was issued.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_tokens(&self, player: &PlayerId) -> Result<Vec<(TokenId, Timestamp)>, StoreError> {
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "select token_hash, created_at from token where player_id = $1 order by created_at desc, token_hash",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|(hash, at)| Ok((token_id(hash)?, timestamp(*at)?))).collect()
    }

    /// Revokes a token of a player, and removes the browsers that were added with it. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn revoke_token(&self, player: &PlayerId, token: &TokenId) -> Result<bool, StoreError> {
        let mut transaction = self.begin_write().await?;
        let revoked =
            sqlx::query("delete from token where player_id = $1 and substr(token_hash, 1, 12) = $2")
                .bind(player.as_str())
                .bind(token.as_str())
                .execute(&mut *transaction)
                .await?;
        remove_lost_subscriptions(&mut transaction, player).await?;
        transaction.commit().await?;
        Ok(revoked.rows_affected() > 0)
    }
}

/// Removes the browsers of a player that were added with tokens which are gone.
async fn remove_lost_subscriptions(
    connection: &mut AnyConnection,
    player: &PlayerId,
) -> Result<(), StoreError> {
    sqlx::query(
        "delete from push_subscription where player_id = $1 and token_id is not null and not exists
         (select 1 from token where player_id = $1 and substr(token_hash, 1, 12) = token_id)",
    )
    .bind(player.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_token(
    connection: &mut AnyConnection,
    player: &PlayerId,
    token: &Token,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("insert into token (token_hash, player_id, created_at) values ($1, $2, $3)")
        .bind(token_hash(token))
        .bind(player.as_str())
        .bind(stored_time(now))
        .execute(connection)
        .await?;
    Ok(())
}

async fn replace_passphrase(
    connection: &mut AnyConnection,
    player: &PlayerId,
    hash: &str,
    verified: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let removed = sqlx::query("delete from passphrase where player_id = $1 and hash = $2")
        .bind(player.as_str())
        .bind(verified.unwrap_or_default())
        .execute(&mut *connection)
        .await?;
    if verified.is_some() && removed.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    // A passphrase that was set in the meantime makes this a unique violation.
    sqlx::query("insert into passphrase (player_id, hash, set_at) values ($1, $2, $3)")
        .bind(player.as_str())
        .bind(hash)
        .bind(stored_time(now))
        .execute(connection)
        .await?;
    Ok(())
}

async fn claim_skeleton(
    connection: &mut AnyConnection,
    player: &PlayerId,
    skeleton: &str,
) -> Result<(), StoreError> {
    let owner: Option<String> = sqlx::query_scalar("select player_id from known_name where skeleton = $1")
        .bind(skeleton)
        .fetch_optional(&mut *connection)
        .await?;
    match owner {
        Some(owner) if owner == player.as_str() => Ok(()),
        Some(_) => Err(StoreError::Conflict),
        None => insert_known_name(connection, skeleton, player).await,
    }
}

/// The public id of a token: the first 12 characters of its hash, which tell nothing about the token.
pub(crate) fn token_id(hash: &str) -> Result<TokenId, StoreError> {
    parse(hash.get(..TokenId::LENGTH).unwrap_or_default())
}
