use ikibuguzo_engine::{Array, Ruleset, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    ClockView, CommandId, Event, GameCount, GameId, Outcome, PlayerName, Receipt, Role, Seats, Starts, State,
    Text, TimeControl, Token,
};

/// The answer to `POST /api/players`, a new guest, and to `POST /api/tokens`, a player who signs in. The token is shown only
/// here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Credentials {
    /// The name that others see.
    pub name: PlayerName,
    /// The secret that proves it: sent as `Authorization: Bearer …` or in `hello`.
    pub token: Token,
}

/// The answer to `GET` and `PUT /api/players/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// The name that others see.
    pub name: PlayerName,
    /// Whether the player has claimed it, and can come back to it with a passphrase.
    #[serde(default)]
    pub claimed: bool,
}

/// The body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The client's id for this command: the same id again answers with the same game.
    pub id: CommandId,
    /// The game and its options, as one text: `ikibuguzo:choice`.
    pub rules: Text<Ruleset>,
    /// Who makes the first turn.
    #[serde(default)]
    pub starts: Starts,
    /// Listed and open to all, or only for those who know its id.
    #[serde(default)]
    pub public: bool,
    /// How much time the seats have: `none`, `fischer:300+5`, `delay:300+5`, `days:3`.
    #[serde(default)]
    pub clock: Text<TimeControl>,
}

/// The answer to `POST /api/games` and `POST /api/games/{id}/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seated {
    /// The game, whose id is also the code to invite a friend with.
    pub game: GameId,
    /// The seat that the player has.
    pub seat: Text<Seat>,
}

/// A line of `GET /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// The game and its options, as one text.
    pub rules: Text<Ruleset>,
    /// Listed and open to all, or only for those who know its id.
    pub public: bool,
    /// How far it is.
    pub state: State,
    /// How much time the seats have; left out where they have as much as they like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Text<TimeControl>>,
    /// Who sits where.
    pub players: Seats<Option<PlayerName>>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Turns completed, both seats together; left out while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// The opening arrays, once both seats have arranged; left out where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrays: Option<Seats<Text<Array>>>,
    /// When it was created: milliseconds since 1970-01-01 UTC.
    pub created_at: u64,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended_at: Option<u64>,
}

/// The answer to `GET /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameList {
    /// One page. It may be shorter than was asked for, or empty, and still not be the last one.
    pub games: Vec<GameSummary>,
    /// What to pass as `cursor` for the next page; none at the end.
    pub next: Option<String>,
    /// How many games the whole search finds, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<GameCount>,
}

/// The answer to `GET /api/games/{id}/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Events {
    /// The game.
    pub game: GameId,
    /// What the viewer is to it.
    pub role: Role,
    /// The newest `seq` of the game.
    pub head: u64,
    /// Every event after `since`, in order.
    pub events: Vec<Event>,
}

/// A line of `GET /api/export`: a finished game, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportedGame {
    /// What to pass as `after` to go on behind this game.
    pub cursor: String,
    /// What lists show of it.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Named<GameSummary>"))]
    pub summary: GameSummary,
    /// Every event, in order.
    pub events: Vec<Event>,
}

/// The answer to `GET /api/games/{id}/clock`: where each millisecond went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockSheet {
    /// The game.
    pub game: GameId,
    /// How much time the seats have.
    pub clock: Text<TimeControl>,
    /// The clocks now; none without a clock, and before the game has begun.
    pub clocks: Option<ClockView>,
    /// Every action, and what it has cost.
    pub bills: Vec<Bill>,
    /// When the server was away, which nobody was charged for.
    pub excused: Vec<Excuse>,
}

/// What one action has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bill {
    /// Its event.
    pub seq: u64,
    /// Who acted.
    pub seat: Text<Seat>,
    /// Arrival, charge and balance.
    #[serde(flatten)]
    pub receipt: Receipt,
}

/// A time that nobody was charged for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Excuse {
    /// Its event.
    pub seq: u64,
    /// From when on: milliseconds since 1970-01-01 UTC.
    pub from: u64,
    /// Until when: milliseconds since 1970-01-01 UTC.
    pub until: u64,
}
