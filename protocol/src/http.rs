use ikibuguzo_engine::{Ruleset, Seat};
use serde::{Deserialize, Serialize};

use crate::{CommandId, Event, GameId, Outcome, PlayerName, Role, Seats, Starts, State, Text, Token};

/// The answer to `POST /api/players`: a new guest. The token is shown only here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credentials {
    /// The name that others see.
    pub name: PlayerName,
    /// The secret that proves it: sent as `Authorization: Bearer …` or in `hello`.
    pub token: Token,
}

/// The answer to `GET /api/players/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Me {
    /// The name that others see.
    pub name: PlayerName,
}

/// The body of `POST /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// The answer to `POST /api/games` and `POST /api/games/{id}/join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The game, whose id is also the code to invite a friend with.
    pub game: GameId,
    /// The seat that the player has.
    pub seat: Text<Seat>,
}

/// A line of `GET /api/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// The game and its options, as one text.
    pub rules: Text<Ruleset>,
    /// Listed and open to all, or only for those who know its id.
    pub public: bool,
    /// How far it is.
    pub state: State,
    /// Who sits where.
    pub players: Seats<Option<PlayerName>>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When it was created: milliseconds since 1970-01-01 UTC.
    pub created_at: u64,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended_at: Option<u64>,
}

/// The answer to `GET /api/games`: newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameList {
    /// One page.
    pub games: Vec<GameSummary>,
    /// What to pass as `cursor` for the next page; none at the end.
    pub next: Option<String>,
}

/// Which games to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateFilter {
    /// Those with a free seat.
    Open,
    /// Those being arranged or played.
    Live,
    /// Those that are over.
    Finished,
}

/// The answer to `GET /api/games/{id}/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
