//! Browsers that players are told on, and what they were told.

use std::fmt::{self, Debug, Display};

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, PushKind, PushSubscriptionInfo};
use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::rows::{millis, parse, unsigned};
use crate::store::Store;

/// Subscriptions that one player may have. One more removes the oldest.
const MAX_SUBSCRIPTIONS: i64 = 10;

/// The length of a [`PushSubscriptionId`], in hexadecimal digits.
const ID_LENGTH: usize = 32;

/// The name of the key pair for push services.
const PUSH_KEY: &str = "push";

/// The public id of a subscription: the beginning of the SHA-256 of its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushSubscriptionId(String);

/// A browser that a player is told on. Its address and its keys are secrets.
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
    /// The private key for push services: the stored one, or `new`, which is stored then.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_or_add_push_key(&self, new: &str) -> Result<String, StoreError> {
        sqlx::query("insert into server_key (name, private_key) values ($1, $2) on conflict do nothing")
            .bind(PUSH_KEY)
            .bind(new)
            .execute(&self.pool)
            .await?;
        let query = sqlx::query_scalar("select private_key from server_key where name = $1");
        Ok(query.bind(PUSH_KEY).fetch_one(&self.pool).await?)
    }

    /// Adds a browser to a player, or changes what it is told, and removes the oldest above 10. A browser belongs to the
    /// player who was added last. `now` is in milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn add_push_subscription(
        &self,
        player: &PlayerId,
        subscription: &PushSubscription,
        kinds: &[PushKind],
        now: u64,
    ) -> Result<(), StoreError> {
        let is_wanted = |kind| i64::from(kinds.contains(&kind));
        let mut transaction = self.pool.begin_with(self.database.begin()).await?;
        sqlx::query(
            "insert into push_subscription
             (subscription_id, player_id, endpoint, p256dh, auth, my_turn, invited, started, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             on conflict (subscription_id) do update set player_id = excluded.player_id,
             p256dh = excluded.p256dh, auth = excluded.auth, my_turn = excluded.my_turn,
             invited = excluded.invited, started = excluded.started, created_at = excluded.created_at",
        )
        .bind(subscription.id().0)
        .bind(player.as_str())
        .bind(&subscription.endpoint)
        .bind(&subscription.p256dh)
        .bind(&subscription.auth)
        .bind(is_wanted(PushKind::MyTurn))
        .bind(is_wanted(PushKind::Invited))
        .bind(is_wanted(PushKind::Started))
        .bind(millis(now))
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
        Ok(transaction.commit().await?)
    }

    /// The browsers that a player is told on, the newest first, without their addresses and keys.
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
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Removes a browser that its push service does not know any more.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn forget_push_subscription(&self, id: &PushSubscriptionId) -> Result<(), StoreError> {
        let query = sqlx::query("delete from push_subscription where subscription_id = $1");
        query.bind(&id.0).execute(&self.pool).await?;
        Ok(())
    }

    /// Whether any player is told on any browser.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn has_push_subscriptions(&self) -> Result<bool, StoreError> {
        let query = sqlx::query_scalar("select subscription_id from push_subscription limit 1");
        let found: Option<String> = query.fetch_optional(&self.pool).await?;
        Ok(found.is_some())
    }

    /// The browsers that a player is told on of one kind of news.
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

    /// Notes that a player is about to be told something of a game. Returns whether it may be sent: not if this place of the
    /// game, or a later one, was noted before, here or by another server. `now` is in milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn claim_push_notice(
        &self,
        player: &PlayerId,
        game: GameId,
        kind: PushKind,
        place: u64,
        now: u64,
    ) -> Result<bool, StoreError> {
        let claimed = sqlx::query(
            "insert into push_notice (player_id, code, kind, place, at) values ($1, $2, $3, $4, $5)
             on conflict (player_id, code, kind) do update set place = excluded.place, at = excluded.at
             where push_notice.place < excluded.place",
        )
        .bind(player.as_str())
        .bind(game.as_str())
        .bind(kind.as_str())
        .bind(millis(place))
        .bind(millis(now))
        .execute(&self.pool)
        .await?;
        Ok(claimed.rows_affected() > 0)
    }

    /// Removes notices that were sent before a time, in milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn remove_push_notices(&self, before: u64) -> Result<(), StoreError> {
        let query = sqlx::query("delete from push_notice where at < $1");
        query.bind(millis(before)).execute(&self.pool).await?;
        Ok(())
    }

    /// Games in which something happened since a time, in milliseconds since 1970-01-01 UTC, and of which a player may have
    /// to be told: games that are open for a player, arranged or played.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn find_games_to_push(&self, since: u64) -> Result<Vec<GameId>, StoreError> {
        let codes: Vec<String> = sqlx::query_scalar(
            "select code from game where game_id in (
                 select live.game_id from push_subscription own
                 join game live on live.south = own.player_id and live.state in ('arranging', 'playing')
                 union select live.game_id from push_subscription own
                 join game live on live.north = own.player_id and live.state in ('arranging', 'playing')
                 union select kept.game_id from push_subscription own
                 join game kept on kept.invited = own.player_id and kept.state = 'open' and kept.invited is not null
             ) and (select event.at from event where event.game_id = game.game_id order by event.seq desc limit 1) >= $1",
        )
        .bind(millis(since))
        .fetch_all(&self.pool)
        .await?;
        codes.iter().map(|code| parse(code)).collect()
    }
}

fn info((id, my_turn, invited, started, created_at): InfoRow) -> Result<PushSubscriptionInfo, StoreError> {
    let wanted = [my_turn, invited, started];
    let kinds = PushKind::ALL.into_iter().zip(wanted).filter(|(_, wanted)| *wanted != 0);
    Ok(PushSubscriptionInfo {
        id,
        kinds: kinds.map(|(kind, _)| kind).collect(),
        created_at: unsigned(created_at)?,
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
