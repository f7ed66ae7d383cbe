//! Players and what proves them.

use std::fmt;
use std::sync::Arc;

use ikibuguzo_protocol::PlayerName;
use serde::{Deserialize, Serialize};

/// Somebody who can take a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The key that stays when a name changes; never shown.
    #[serde(rename = "player")]
    pub id: PlayerId,
    /// The name that others see.
    pub name: PlayerName,
}

/// The key of a player in the database.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(Arc<str>);

impl PlayerId {
    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for PlayerId {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
