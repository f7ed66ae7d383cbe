use crate::Timestamp;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// A kind of notice that a browser receives while the site is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PushKind {
    /// The game waits for the player to move.
    MyTurn,
    /// Another player made a game for the player.
    Invited,
    /// The second player sat down: the game begins.
    Started,
}

impl PushKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::MyTurn, Self::Invited, Self::Started];

    /// The kind as it is written on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The response of `GET /api/push`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushSettings {
    /// The server's public key (VAPID), in base64url without padding: the `applicationServerKey` of a subscription.
    pub key: String,
    /// The browsers that receive the player's notices, the newest first.
    pub subscriptions: Vec<PushSubscriptionInfo>,
}

/// A browser that receives a player's notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushSubscriptionInfo {
    /// The public id of the subscription: the beginning of the SHA-256 of its `endpoint`, in hexadecimal.
    pub id: String,
    /// The kinds of notices that the browser receives.
    pub kinds: Vec<PushKind>,
    /// When it was made: milliseconds since 1970-01-01 UTC.
    pub created_at: Timestamp,
}

/// The body of `PUT /api/push`: the browser's `PushSubscription.toJSON()`, and the kinds of notices.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPushSubscription {
    /// The browser's address at its push service. It is an `https` address of at most 1,000 bytes.
    pub endpoint: String,
    /// The browser's keys.
    pub keys: PushKeys,
    /// The kinds of notices that the browser receives.
    pub kinds: Vec<PushKind>,
}

/// The keys of a browser, in base64url without padding.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PushKeys {
    /// The public key: a point of P-256, 65 bytes.
    pub p256dh: String,
    /// The shared secret, 16 bytes.
    pub auth: String,
}

/// What a push service delivers to the browser, encrypted for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushMessage {
    /// What it is.
    pub kind: PushKind,
    /// The path of the page to open.
    pub path: String,
    /// The title of the notification.
    pub title: String,
    /// Its text.
    pub text: String,
}
