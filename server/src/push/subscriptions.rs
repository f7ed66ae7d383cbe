//! The browsers that players subscribe.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ErrorCode, NewPushSubscription, PushSettings, Token};
use ikibuguzo_store::{PushSubscription, Store, StoreError};
use tokio::sync::mpsc::Receiver;

use super::encryption::{BrowserKeys, PUBLIC_KEY_LENGTH, SECRET_LENGTH, encrypt};
use super::endpoint::parse_endpoint;
use super::signing_key::SigningKey;
use crate::chance::Chance;
use crate::error::Error;
use crate::live::push_notice::PushNotice;
use crate::live::push_queue::PushQueue;
use crate::net::outgoing::Reach;
use crate::time::Clock;

/// The subscriptions of all players. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct PushSubscriptions {
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    /// The database.
    pub(crate) store: Store,
    /// The server's key.
    pub(crate) key: SigningKey,
    /// Learns that somebody has subscribed.
    pub(crate) queue: PushQueue,
    /// Where push services may be.
    pub(crate) reach: Reach,
}

impl PushSubscriptions {
    /// Loads the server's key, and notes whether any browser is subscribed. Also returns the notices that wait to be sent.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn open(
        store: Store,
        reach: Reach,
        clock: Clock,
        chance: Chance,
    ) -> Result<(Self, Receiver<PushNotice>), StoreError> {
        let (queue, notices) = PushQueue::new();
        queue.set_used(store.has_push_subscriptions().await?);
        let key = SigningKey::load(&store).await?;
        Ok((Self { clock, chance, store, key, queue, reach }, notices))
    }

    /// The server's key and the browsers of a player.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn list(&self, player: &Player) -> Result<PushSettings, Error> {
        let subscriptions = self.store.list_push_subscriptions(&player.id).await?;
        Ok(PushSettings { key: self.key.public(), subscriptions })
    }

    /// Adds a browser, or changes which notices it receives. It receives them until the token is revoked.
    ///
    /// # Errors
    ///
    /// `cannot_push`; `bad_token` if the token was revoked meanwhile; or if the database cannot be used.
    pub(crate) async fn add(
        &self,
        player: &Player,
        token: &Token,
        new: NewPushSubscription,
    ) -> Result<(), Error> {
        let bad = |message: &str| Error::new(ErrorCode::CannotPush, message);
        if parse_endpoint(&new.endpoint, self.reach).is_none() {
            return Err(bad("`endpoint` is an https address of at most 1,000 bytes"));
        }
        let keys = browser_keys(&new.keys.p256dh, &new.keys.auth);
        // Encrypting shows whether the key is a point of the curve.
        if keys.is_none_or(|keys| encrypt(&keys, b"", &self.chance).is_err()) {
            return Err(bad("`p256dh` and `auth` are 65 and 16 bytes in base64url, as a browser gives them"));
        }
        let (p256dh, auth) = (new.keys.p256dh, new.keys.auth);
        let subscription = PushSubscription { endpoint: new.endpoint, p256dh, auth };
        let added = self
            .store
            .add_push_subscription(&player.id, token, &subscription, &new.kinds, self.clock.now())
            .await?;
        if !added {
            return Err(Error::new(ErrorCode::BadToken, "that token was revoked meanwhile"));
        }
        self.queue.set_used(true);
        Ok(())
    }

    /// Removes a browser. An unknown id is not an error.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn remove(&self, player: &Player, id: &str) -> Result<(), Error> {
        Ok(self.store.remove_push_subscription(&player.id, id).await?)
    }
}

/// The keys of a browser, from base64url with or without padding; none if they have other lengths.
pub(crate) fn browser_keys(p256dh: &str, auth: &str) -> Option<BrowserKeys> {
    let bytes = |text: &str| BASE64.decode(text.trim_end_matches('=')).ok();
    let public: [u8; PUBLIC_KEY_LENGTH] = bytes(p256dh)?.try_into().ok()?;
    let secret: [u8; SECRET_LENGTH] = bytes(auth)?.try_into().ok()?;
    Some(BrowserKeys { public, secret })
}
