//! The browsers that receive players' notices.

use std::fmt::{self, Debug, Display};

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{PushKind, PushSubscriptionInfo, Timestamp, Token};
use sha2::{Digest, Sha256};
use sqlx::{AnyConnection, AssertSqlSafe};

use crate::accounts::{token_hash, token_id};
use crate::error::StoreError;
use crate::rows::{stored_time, timestamp};
use crate::store::Store;

/// Largest number of subscriptions of a player. Adding another one removes the oldest.
const MAX_SUBSCRIPTIONS: i64 = 10;

/// The length of a [`PushSubscriptionId`], in hexadecimal digits.
const ID_LENGTH: usize = 32;

/// The public id of a subscription: the beginning of the SHA-256 of its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushSubscriptionId(String);

/// A browser that receives a player's notices. Its address and its keys are secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSubscription {
    /// The browser's address at its push service.
    pub endpoint: String,
    /// Its public key, in base64url.
    pub p256dh: String,
    /// The secret that it shares with the server, in base64url.
    pub auth: String,
}

/// subscription_id, my_turn, invited, started, created_at.
type InfoRow = (String, i64, i64, i64, i64);

impl Store {
    /// Adds a browser to a player, or changes which notices it receives, and removes the oldest above 10. A browser
    /// belongs to the player to whom it was last added, and is removed when that player's `token` is. Returns false,
    /// and adds nothing, if the token is revoked.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_push_subscription(
        &self,
        player: &PlayerId,
        token: &Token,
        subscription: &PushSubscription,
        kinds: &[PushKind],
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let is_wanted = |kind| i64::from(kinds.contains(&kind));
        let token_hash = token_hash(token);
        let mut transaction = self.begin_write().await?;
        if !self.lock_token(&mut transaction, player, &token_hash).await? {
            return Ok(false);
        }
        sqlx::query(
            "insert into push_subscription
             (subscription_id, player_id, endpoint, p256dh, auth, my_turn, invited, started, created_at, token_id)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             on conflict (subscription_id) do update set player_id = excluded.player_id,
             p256dh = excluded.p256dh, auth = excluded.auth, my_turn = excluded.my_turn,
             invited = excluded.invited, started = excluded.started, created_at = excluded.created_at,
             token_id = excluded.token_id",
        )
        .bind(subscription.id().0)
        .bind(player.as_str())
        .bind(&subscription.endpoint)
        .bind(&subscription.p256dh)
        .bind(&subscription.auth)
        .bind(is_wanted(PushKind::MyTurn))
        .bind(is_wanted(PushKind::Invited))
        .bind(is_wanted(PushKind::Started))
        .bind(stored_time(now))
        .bind(token_id(&token_hash)?.as_str())
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "delete from push_subscription where player_id = $1 and subscription_id not in
             (select subscription_id from push_subscription where player_id = $1
              order by created_at desc, subscription_id limit $2)",
        )
        .bind(player.as_str())
        .bind(MAX_SUBSCRIPTIONS)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// The browsers that receive a player's notices, the newest first, without their addresses and keys.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn list_push_subscriptions(
        &self,
        player: &PlayerId,
    ) -> Result<Vec<PushSubscriptionInfo>, StoreError> {
        let rows: Vec<InfoRow> = sqlx::query_as(
            "select subscription_id, my_turn, invited, started, created_at from push_subscription
             where player_id = $1 order by created_at desc, subscription_id",
        )
        .bind(player.as_str())
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(info).collect()
    }

    /// Removes a browser of a player.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn remove_push_subscription(&self, player: &PlayerId, id: &str) -> Result<(), StoreError> {
        sqlx::query("delete from push_subscription where player_id = $1 and subscription_id = $2")
            .bind(player.as_str())
            .bind(id)
            .execute(self.writable()?)
            .await?;
        Ok(())
    }

    /// Removes a browser that its push service no longer knows.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn forget_push_subscription(&self, id: &PushSubscriptionId) -> Result<(), StoreError> {
        let query = sqlx::query("delete from push_subscription where subscription_id = $1");
        query.bind(&id.0).execute(self.writable()?).await?;
        Ok(())
    }

    /// Whether any browser receives notices of any player.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn has_push_subscriptions(&self) -> Result<bool, StoreError> {
        let query = sqlx::query_scalar("select subscription_id from push_subscription limit 1");
        let found: Option<String> = query.fetch_optional(&self.pool).await?;
        Ok(found.is_some())
    }

    /// The browsers that receive a player's notices of one kind.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_push_targets(
        &self,
        player: &PlayerId,
        kind: PushKind,
    ) -> Result<Vec<PushSubscription>, StoreError> {
        let rows: Vec<(String, String, String)> = sqlx::query_as(
            "select endpoint, p256dh, auth from push_subscription where player_id = $1 and
             (($2 = 'my_turn' and my_turn = 1) or ($2 = 'invited' and invited = 1) or ($2 = 'started' and started = 1))",
        )
        .bind(player.as_str())
        .bind(kind.as_str())
        .fetch_all(&self.pool)
        .await?;
        let target = |(endpoint, p256dh, auth)| PushSubscription { endpoint, p256dh, auth };
        Ok(rows.into_iter().map(target).collect())
    }

    /// Whether a player has the token with this hash. Nobody can revoke it before the transaction ends.
    async fn lock_token(
        &self,
        transaction: &mut AnyConnection,
        player: &PlayerId,
        token_hash: &str,
    ) -> Result<bool, StoreError> {
        let select = format!(
            "select player_id from token where player_id = $1 and token_hash = $2{}",
            self.database.wait_lock()
        );
        let query = sqlx::query_scalar(AssertSqlSafe(select)).bind(player.as_str()).bind(token_hash);
        let found: Option<String> = query.fetch_optional(transaction).await?;
        Ok(found.is_some())
    }
}

fn info((id, my_turn, invited, started, created_at): InfoRow) -> Result<PushSubscriptionInfo, StoreError> {
    let wanted = [my_turn, invited, started];
    let kinds = PushKind::ALL.into_iter().zip(wanted).filter(|(_, wanted)| *wanted != 0);
    Ok(PushSubscriptionInfo {
        id,
        kinds: kinds.map(|(kind, _)| kind).collect(),
        created_at: timestamp(created_at)?,
    })
}

impl PushSubscription {
    /// The public id.
    pub fn id(&self) -> PushSubscriptionId {
        let hash = Sha256::digest(&self.endpoint);
        let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        PushSubscriptionId(digits.chars().take(ID_LENGTH).collect())
    }
}

impl Debug for PushSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PushSubscription").field(&self.id().0).finish()
    }
}

impl Display for PushSubscriptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_game::player::Player;

    use super::*;
    use crate::test_schema::TestSchema;

    #[tokio::test]
    async fn no_browser_is_added_with_a_revoked_token() {
        let schema = TestSchema::create().await;
        let store = Store::open(&schema.url).await.expect("a database");
        let player = Player::person("0123456789abcdef".into(), "Kabera".parse().expect("a name"));
        let tokens = ["a", "b"].map(|digit| digit.repeat(52).parse().expect("a token"));
        store.add_player(&player, &tokens[0], Timestamp::from_millis(1)).await.expect("a player");
        store.add_token(&player.id, &tokens[1], Timestamp::from_millis(2)).await.expect("a token");
        let revoked = token_id(&token_hash(&tokens[0])).expect("an id");
        assert!(store.revoke_token(&player.id, &revoked).await.expect("a database"));
        for (token, is_added) in tokens.iter().zip([false, true]) {
            let subscription = PushSubscription {
                endpoint: "https://push.example/1".into(),
                p256dh: "key".into(),
                auth: "secret".into(),
            };
            let added = store
                .add_push_subscription(
                    &player.id,
                    token,
                    &subscription,
                    &[PushKind::Invited],
                    Timestamp::from_millis(3),
                )
                .await;
            assert_eq!(added.expect("a database"), is_added);
            let kept = store.list_push_subscriptions(&player.id).await.expect("a database");
            assert_eq!(kept.len(), usize::from(is_added));
        }
        drop(store);
        schema.remove().await;
    }
}
