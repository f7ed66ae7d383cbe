use ikibuguzo_engine::{Array, Ruleset, Seat, Viewer};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{ClockView, GameId, Outcome, PlayerName, PositionView, Seats, Text, TimeControl};

/// Everything about a game at one moment, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// The game and its options, as one text: `ikibuguzo:choice`.
    pub rules: Text<Ruleset>,
    /// The version of the rules that the game is played under.
    pub rules_version: u32,
    /// Listed and open to all, or only for those who know its id.
    pub public: bool,
    /// How much time the seats have; left out where they have as much as they like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Text<TimeControl>>,
    /// When it was created: milliseconds since 1970-01-01 UTC.
    pub created_at: u64,
    /// How far it is.
    pub state: State,
    /// Who sits where.
    pub players: Seats<Option<PlayerName>>,
    /// Which seats have arranged.
    pub arranged: Seats<bool>,
    /// What the viewer itself has arranged and nobody else may know yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Text<Array>>,
    /// What the viewer may arrange now; empty when it has nothing to arrange.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrays_offered: Vec<Text<Array>>,
    /// Until when both seats have to arrange, in games with a clock: milliseconds since 1970-01-01 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrange_by: Option<u64>,
    /// The arrays of both seats, once revealed.
    pub arrays: Option<Seats<Text<Array>>>,
    /// The board, once there is one.
    pub position: Option<PositionView>,
    /// The clocks, if the game has any and has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClockView>,
    /// The draw offer that stands.
    pub draw_offer: Option<Offer>,
    /// The offer to take back a turn that stands: whose turn that is, is who offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback_offer: Option<Offer>,
    /// What became of a rematch.
    pub rematch: Rematch,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// A seat is free.
    Open,
    /// The seats arrange their counters.
    Arranging,
    /// It is being played.
    Playing,
    /// It is over.
    Finished,
}

impl State {
    /// The state as it crosses the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What a viewer is to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Its South player.
    South,
    /// Its North player.
    North,
    /// Somebody who watches.
    Spectator,
}

impl Role {
    /// The seat of a player; none for a spectator.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::South => Some(Seat::South),
            Self::North => Some(Seat::North),
            Self::Spectator => None,
        }
    }
}

impl From<Role> for Viewer {
    fn from(role: Role) -> Self {
        role.seat().map_or(Self::Spectator, Self::Player)
    }
}

impl From<Seat> for Role {
    fn from(seat: Seat) -> Self {
        Some(seat).into()
    }
}

impl From<Option<Seat>> for Role {
    fn from(seat: Option<Seat>) -> Self {
        match seat {
            Some(Seat::South) => Self::South,
            Some(Seat::North) => Self::North,
            None => Self::Spectator,
        }
    }
}

/// An offer that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// Its name: the `seq` of its event.
    pub offer: u64,
    /// Who offered.
    pub seat: Text<Seat>,
}

/// What became of a rematch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rematch {
    /// The offer that stands.
    pub offer: Option<Offer>,
    /// The new game, once both want it.
    pub game: Option<GameId>,
}

/// Who makes the first turn of a new game: South always does, so this says who sits South.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Starts {
    /// The player who creates the game.
    Me,
    /// The player who joins it.
    Opponent,
    /// The server draws.
    #[default]
    Random,
}
