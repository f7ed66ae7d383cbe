//! Names, passphrases and tokens.

use ikibuguzo_protocol::{PlayerName, Token, TokenId};

use super::{Store, StoreError, rows};
use ikibuguzo_game::player::{Player, PlayerId};
use sha2::{Digest, Sha256};

use super::name_skeleton::look;

/// Tokens of one player; one more puts the oldest out of use.
const MOST_TOKENS: i64 = 32;

/// What the database keeps of a token, so that a stolen copy of it opens no seat.
pub fn token_hash(token: &Token) -> String {
    Sha256::digest(token.reveal()).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Store {
    /// Adds a player and the token that proves it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] where the name is taken, or looks like one that is.
    pub async fn add_player(&self, player: &Player, token: &Token, now: u64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with(self.database.begin()).await?;
        sqlx::query("insert into player (player_id, name, created_at) values ($1, $2, $3)")
            .bind(player.id.as_str())
            .bind(player.name.as_str())
            .bind(rows::millis(now))
            .execute(&mut *transaction)
            .await?;
        sqlx::query("insert into known_name (skeleton, player_id) values ($1, $2)")
            .bind(look(player.name.as_str()))
            .bind(player.id.as_str())
            .execute(&mut *transaction)
            .await?;
        sqlx::query("insert into token (token_hash, player_id, created_at) values ($1, $2, $3)")
            .bind(token_hash(token))
            .bind(player.id.as_str())
            .bind(rows::millis(now))
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// The player whom a token proves.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn player_of(&self, token: &Token) -> Result<Option<Player>, StoreError> {
        let row: Option<(String, String)> = sqlx::query_as(
            "select player.player_id, player.name from token join player on player.player_id = token.player_id
             where token.token_hash = $1",
        )
        .bind(token_hash(token))
        .fetch_optional(&self.pool)
        .await?;
        row.map(player).transpose()
    }

    /// The player of a name, however it is spelt, and what is kept of its passphrase.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn account(&self, name: &PlayerName) -> Result<Option<(Player, String)>, StoreError> {
        let Some((player, _)) = self.player_since(name).await? else { return Ok(None) };
        Ok(self.passphrase(&player.id).await?.map(|hash| (player, hash)))
    }

    /// What is kept of a player's passphrase; none for a guest.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn passphrase(&self, player: &PlayerId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("select hash from passphrase where player_id = $1");
        Ok(query.bind(player.as_str()).fetch_optional(&self.pool).await?)
    }

    /// Gives a player a name and a passphrase, if the passphrase until now is still the one that was verified.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] where somebody else has or had a name that looks so, or the passphrase has changed.
    pub async fn claim(
        &self,
        player: &Player,
        hash: &str,
        verified: Option<&str>,
        now: u64,
    ) -> Result<(), StoreError> {
        let (id, look) = (player.id.as_str(), look(player.name.as_str()));
        let mut transaction = self.pool.begin_with(self.database.begin()).await?;
        let removed = sqlx::query("delete from passphrase where player_id = $1 and hash = $2")
            .bind(id)
            .bind(verified.unwrap_or_default())
            .execute(&mut *transaction)
            .await?;
        if verified.is_some() && removed.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
        // Whoever has changed it meanwhile makes this one fail.
        sqlx::query("insert into passphrase (player_id, hash, set_at) values ($1, $2, $3)")
            .bind(id)
            .bind(hash)
            .bind(rows::millis(now))
            .execute(&mut *transaction)
            .await?;
        let owner: Option<String> =
            sqlx::query_scalar("select player_id from known_name where skeleton = $1")
                .bind(&look)
                .fetch_optional(&mut *transaction)
                .await?;
        match owner {
            Some(owner) if owner != id => return Err(StoreError::Conflict),
            Some(_) => {}
            None => {
                sqlx::query("insert into known_name (skeleton, player_id) values ($1, $2)")
                    .bind(&look)
                    .bind(id)
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        sqlx::query("update player set name = $1 where player_id = $2")
            .bind(player.name.as_str())
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Adds a token of a player, and takes the oldest away where there are too many.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn add_token(&self, player: &PlayerId, token: &Token, now: u64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with(self.database.begin()).await?;
        sqlx::query("insert into token (token_hash, player_id, created_at) values ($1, $2, $3)")
            .bind(token_hash(token))
            .bind(player.as_str())
            .bind(rows::millis(now))
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "delete from token where player_id = $1 and token_hash not in
             (select token_hash from token where player_id = $1 order by created_at desc, token_hash limit $2)",
        )
        .bind(player.as_str())
        .bind(MOST_TOKENS)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// The tokens of a player, the newest first: of each its public id and when it was given out.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn tokens(&self, player: &PlayerId) -> Result<Vec<(TokenId, u64)>, StoreError> {
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "select token_hash, created_at from token where player_id = $1 order by created_at desc, token_hash",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|(hash, at)| Ok((public(hash)?, rows::unsigned(*at)?))).collect()
    }

    /// Puts a token of a player out of use; tells whether there was one.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn revoke(&self, player: &PlayerId, token: &TokenId) -> Result<bool, StoreError> {
        let revoked =
            sqlx::query("delete from token where player_id = $1 and substr(token_hash, 1, 12) = $2")
                .bind(player.as_str())
                .bind(token.as_str())
                .execute(&self.pool)
                .await?;
        Ok(revoked.rows_affected() > 0)
    }
}

fn player((id, name): (String, String)) -> Result<Player, StoreError> {
    Ok(Player { id: id.as_str().into(), name: rows::read(&name)? })
}

/// The public id of a token: how its hash begins, which tells nothing of the token.
fn public(hash: &str) -> Result<TokenId, StoreError> {
    rows::read(hash.get(..TokenId::LENGTH).unwrap_or_default())
}
