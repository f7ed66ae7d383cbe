//! Players, as the log of a game names them.

use std::fmt;
use std::sync::Arc;

use ikibuguzo_protocol::PlayerName;
use serde::{Deserialize, Serialize};

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The key, which stays the same when the name changes. It is never shown.
    #[serde(rename = "player")]
    pub id: PlayerId,
    /// The name that others see.
    pub name: PlayerName,
    /// Whether a program plays for this player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

impl Player {
    /// A player for whom no program plays.
    pub fn person(id: PlayerId, name: PlayerName) -> Self {
        Self { id, name, bot: false }
    }
}

/// The key of a player in the database.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
