use ikibuguzo_engine::{Array, Ruleset, Seat, Viewer};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{
    ClockView, Commitment, DeclineReason, GameId, Outcome, PlayerName, PositionView, Seats, Text,
    TimeControl, Timestamp,
};

mod apply;

/// The state of a game at one moment, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// The game and its options, as one text: `ikibuguzo:choice`.
    pub rules: Text<Ruleset>,
    /// The version of the rules that the game keeps.
    pub rules_version: u32,
    /// Whether the game is listed and open to everybody. A private game opens with its id.
    pub public: bool,
    /// Whether the result changes the players' ratings. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The time control. Absent in games without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Text<TimeControl>>,
    /// When it was created: milliseconds since 1970-01-01 UTC.
    pub created_at: Timestamp,
    /// The phase of the game.
    pub state: State,
    /// The player of each seat.
    pub players: Seats<Option<PlayerName>>,
    /// The seats of bots: players for whom a program plays. Absent if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Text<Seat>>,
    /// The player for whom the free seat is kept. Absent if there is none, or if the seat is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited: Option<PlayerName>,
    /// When the invitation ends, if its maker has chosen that: milliseconds since 1970-01-01 UTC. Absent if the seat is
    /// taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_until: Option<Timestamp>,
    /// Why the invited player declined. Absent unless the player has given a reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declined: Option<DeclineReason>,
    /// Whether each seat has arranged.
    pub arranged: Seats<bool>,
    /// While arrays are secret, the commitment of each seat that has arranged, as in `arranged`. Absent if there is none.
    #[serde(default, skip_serializing_if = "crate::clock::is_zero")]
    pub commitments: Seats<Option<Commitment>>,
    /// The viewer's own array while it is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Text<Array>>,
    /// The arrays from which the viewer may choose now. Absent if there is no choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrays_offered: Vec<Text<Array>>,
    /// In games with a clock, the deadline of the arrangement: milliseconds since 1970-01-01 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrange_by: Option<Timestamp>,
    /// The arrays of both seats, once revealed.
    pub arrays: Option<Seats<Text<Array>>>,
    /// The position, once play has begun.
    pub position: Option<PositionView>,
    /// The clocks. Absent in games without a clock and before play has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClockView>,
    /// Whether each seat may halve its clock with `berserk`, as soon as play has begun: in an arena's game, if it has
    /// not acted. Absent if neither may.
    #[serde(default, skip_serializing_if = "crate::clock::is_zero")]
    pub may_berserk: Seats<bool>,
    /// Whether each seat has halved its clock. Absent if neither has.
    #[serde(default, skip_serializing_if = "crate::clock::is_zero")]
    pub berserk: Seats<bool>,
    /// The open draw offer.
    pub draw_offer: Option<Offer>,
    /// The open takeback offer. It is about the last turn of the seat that offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback_offer: Option<Offer>,
    /// The open offer of previews: that both players are shown what an action would do before it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previews_offer: Option<Offer>,
    /// Whether both players have agreed to previews. Absent if they have not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub previews_agreed: bool,
    /// The state of a rematch.
    pub rematch: Rematch,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

impl GameView {
    /// A game with a ruleset that nobody has joined, without a clock.
    pub fn open(rules: Ruleset) -> Self {
        Self {
            rules: Text(rules),
            rules_version: Ruleset::VERSION,
            public: false,
            rated: false,
            clock: None,
            created_at: Timestamp::ZERO,
            state: State::Open,
            players: Seats::default(),
            bots: Vec::new(),
            invited: None,
            open_until: None,
            declined: None,
            arranged: Seats::default(),
            commitments: Seats::default(),
            sealed: None,
            arrays_offered: Vec::new(),
            arrange_by: None,
            arrays: None,
            position: None,
            clocks: None,
            may_berserk: Seats::default(),
            berserk: Seats::default(),
            draw_offer: None,
            takeback_offer: None,
            previews_offer: None,
            previews_agreed: false,
            rematch: Rematch::default(),
            outcome: None,
        }
    }
}

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// A seat is free.
    Open,
    /// The seats choose their arrays.
    Arranging,
    /// The game is being played.
    Playing,
    /// The game is over.
    Finished,
}

impl State {
    /// The state as it is written on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The role of a viewer in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Its South player.
    South,
    /// Its North player.
    North,
    /// A spectator.
    Spectator,
}

impl Role {
    /// The seat of a player. A spectator has none.
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

/// An open offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// The `seq` of its event, which identifies it.
    pub offer: u64,
    /// The seat that offered.
    pub seat: Text<Seat>,
}

/// The state of a rematch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rematch {
    /// The open offer.
    pub offer: Option<Offer>,
    /// The new game, once both seats have agreed.
    pub game: Option<GameId>,
}

/// Who makes the first turn of a new game. South always does, so this decides the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FirstTurn {
    /// The player who creates the game.
    Me,
    /// The player who joins it.
    Opponent,
    /// The server chooses at random.
    #[default]
    Random,
}
