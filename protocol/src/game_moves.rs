use ikibuguzo_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::{GameSummary, Text, Timestamp};

/// A line of `GET /api/export?format=moves`: a finished game as its actions and their times, without boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameMoves {
    /// The value of `after` that continues the export after this game.
    pub cursor: String,
    /// The fields of a listed game.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<GameSummary>"))]
    pub summary: GameSummary,
    /// The version of the rules.
    pub rules_version: u32,
    /// The actions in their notation, in order, with a space between two. Actions that were taken back are left out.
    pub moves: String,
    /// For each action, the milliseconds since the action before it; for the first one, since the first position.
    /// Absent in a game imported from a record, whose times are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// What the players said, in order. Absent unless the request asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub talk: Option<Vec<ChatLine>>,
}

/// A chat message of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// When the server received it: milliseconds since 1970-01-01 UTC.
    pub at: Timestamp,
    /// The seat of the player.
    pub seat: Text<Seat>,
    /// The text.
    pub text: String,
}
