//! Games that a player has left.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{GameId, Timestamp};

/// A game against a person, with a clock in seconds, that the player has left. Only the player and the operator see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftGame {
    /// The game.
    pub game: GameId,
    /// How it was left.
    pub kind: LeavingKind,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub at: Timestamp,
}

/// How a player has left a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LeavingKind {
    /// The player did not arrange or make its first turn, and the game was aborted.
    NoShow,
    /// The player was gone until the opponent claimed the game.
    WalkedAway,
}

impl LeavingKind {
    /// The kind as it is written on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
