//! Browsers that players subscribe.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ErrorCode, NewPushSubscription, PushSettings};
use ikibuguzo_store::{PushSubscription, Store};

use super::encryption::{BrowserKeys, PUBLIC_KEY_LENGTH, SECRET_LENGTH, encrypt};
use super::endpoint::parse_endpoint;
use super::queue::PushQueue;
use super::signing_key::SigningKey;
use crate::error::Error;
use crate::net::outgoing::Reach;
use crate::time;

/// The subscriptions of all players. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct PushSubscriptions {
    /// The database.
    pub(crate) store: Store,
    /// The server's key.
    pub(crate) key: SigningKey,
    /// Is told that somebody has subscribed.
    pub(crate) queue: PushQueue,
    /// Where push services may be.
    pub(crate) reach: Reach,
}

impl PushSubscriptions {
    /// The server's key and the browsers of a player.
    ///
    /// # Errors
    ///
    /// A failure of the database.
    pub(crate) async fn list(&self, player: &Player) -> Result<PushSettings, Error> {
        let subscriptions = self.store.list_push_subscriptions(&player.id).await?;
        Ok(PushSettings { key: self.key.public(), subscriptions })
    }

    /// Adds a browser, or changes what it is told.
    ///
    /// # Errors
    ///
    /// `cannot_push`, or a failure of the database.
    pub(crate) async fn add(&self, player: &Player, new: NewPushSubscription) -> Result<(), Error> {
        let bad = |message: &str| Error::new(ErrorCode::CannotPush, message);
        if parse_endpoint(&new.endpoint, self.reach).is_none() {
            return Err(bad("`endpoint` is an https address of at most 1,000 bytes"));
        }
        let keys = browser_keys(&new.keys.p256dh, &new.keys.auth);
        // Encrypting shows whether the key is a point of the curve.
        if keys.is_none_or(|keys| encrypt(&keys, b"").is_err()) {
            return Err(bad("`p256dh` and `auth` are 65 and 16 bytes in base64url, as a browser gives them"));
        }
        let (p256dh, auth) = (new.keys.p256dh, new.keys.auth);
        let subscription = PushSubscription { endpoint: new.endpoint, p256dh, auth };
        self.store.add_push_subscription(&player.id, &subscription, &new.kinds, time::now()).await?;
        self.queue.set_used(true);
        Ok(())
    }

    /// Removes a browser. An unknown id is no error.
    ///
    /// # Errors
    ///
    /// A failure of the database.
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
