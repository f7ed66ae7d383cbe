use ikibuguzo_engine::{Ruleset, Seat};
use serde::{Deserialize, Serialize};

use crate::{GameId, GameSummary, Outcome, PlayerName, Text};

/// Something that concerns a player in one of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notice {
    /// What it is.
    pub kind: NoticeKind,
    /// The game.
    pub game: GameId,
    /// The `seq` of the event that it is about.
    pub seq: u64,
    /// The player's seat in the game; with `invited`, the seat that is kept.
    pub seat: Text<Seat>,
    /// The other player. Absent while the other seat is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<PlayerName>,
    /// With `invited` and `started`: the game and its options, as one text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Text<Ruleset>>,
    /// With `started`: the game of which this one is the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<GameId>,
    /// With `offered` and `declined`: what was offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferKind>,
    /// With `ended`: how the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// The kind of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// Another player made a game for the player. `join` it over HTTP to accept, or `decline` it.
    Invited,
    /// The second player sat down, or a rematch began.
    Started,
    /// The game waits for the player, to move or to arrange.
    MyTurn,
    /// The opponent offers something.
    Offered,
    /// The opponent declined what the player had offered.
    Declined,
    /// The game is over.
    Ended,
}

/// What one player offers to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take back a turn.
    Takeback,
    /// That both players are shown what an action would do.
    Previews,
    /// A rematch.
    Rematch,
}

/// The answer to `subscribe`: the player's live games. A notice follows for everything that happens in them later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerGames {
    /// The player.
    pub player: PlayerName,
    /// The newest 100 games that are being arranged or played, the newest first.
    pub games: Vec<PlayerGame>,
    /// The newest 100 games to which the player is invited, the newest first. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invitations: Vec<GameSummary>,
    /// Whether there are more live games: `GET /api/games` lists them.
    pub more: bool,
}

/// A live game of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerGame {
    /// The fields of a listed game.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<GameSummary>"))]
    pub summary: GameSummary,
    /// The player's seat.
    pub seat: Text<Seat>,
    /// The newest `seq` of the game.
    pub seq: u64,
    /// What the opponent offers. Absent if it offers nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<OfferKind>,
}
