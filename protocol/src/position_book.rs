use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_engine::Action;
use serde::{Deserialize, Serialize};

use crate::{GameId, Outcome, PlayerName, Seats, Text};

/// The answer to `GET /api/positions`: which finished games have reached a position, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionBook {
    /// The position, as the first seven fields of its notation; none where a key was asked for that no game has reached.
    pub position: Option<String>,
    /// The key of the position.
    pub key: Text<PositionKey>,
    /// What was played in it, most often first, and how these games ended.
    pub played: Vec<Played>,
    /// Games that have reached it, the newest in the index first: those by invitation only for their players.
    pub games: Vec<Reached>,
    /// What to pass as `cursor` for the next page of games; none at the end.
    pub next: Option<String>,
}

/// An action that was played in a position. A game counts once for each action that it played there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
    /// The action; none for the games that ended in the position.
    pub action: Option<Text<Action>>,
    /// Games that South won.
    pub south: u64,
    /// Games that North won.
    pub north: u64,
    /// Games that nobody won.
    pub draw: u64,
}

impl Played {
    /// Games in which it was played.
    pub fn games(&self) -> u64 {
        self.south + self.north + self.draw
    }
}

/// A finished game that has reached a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reached {
    /// The game.
    pub game: GameId,
    /// After how many actions it first was there.
    pub ply: u32,
    /// What was played there; none where the game ended there.
    pub action: Option<Text<Action>>,
    /// Who sat where.
    pub players: Seats<Option<PlayerName>>,
    /// How it ended.
    pub outcome: Outcome,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended_at: u64,
}

/// The name of a position: the first eight bytes of the SHA-256 of its text, in hexadecimal.
///
/// ```
/// use ikibuguzo_protocol::PositionKey;
///
/// let key: PositionKey = "00ff00ff00ff00ff".parse().unwrap();
/// assert_eq!(key.to_string(), "00ff00ff00ff00ff");
/// assert!("ff".parse::<PositionKey>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionKey(pub u64);

impl Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for PositionKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let key = if fits { u64::from_str_radix(text, 16).ok() } else { None };
        key.map(Self).ok_or("a position's key is 16 hexadecimal digits")
    }
}
