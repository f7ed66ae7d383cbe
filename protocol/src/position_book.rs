use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_engine::Action;
use serde::{Deserialize, Serialize};

use crate::{GameId, Outcome, PlayerName, Seats, Text, Timestamp};

/// The response of `GET /api/positions`: the finished games that reached a position, and their results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionBook {
    /// The first seven fields of the position's notation. Null if the request named a key that no game has reached.
    pub position: Option<String>,
    /// The key of the position.
    pub key: Text<PositionKey>,
    /// The actions played in it, most frequent first, with the results of these games.
    pub played: Vec<ActionStats>,
    /// The games that reached it, newest in the index first. Private games are listed only for their players.
    pub games: Vec<GameAtPosition>,
    /// The `cursor` of the next page of games; null on the last page.
    pub next: Option<String>,
}

/// An action that was played in a position. A game counts once for each action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActionStats {
    /// The action; null for the games that ended in the position.
    pub action: Option<Text<Action>>,
    /// Number of games that South won.
    pub south: u64,
    /// Number of games that North won.
    pub north: u64,
    /// Number of drawn games.
    pub draw: u64,
}

impl ActionStats {
    /// Number of games in which it was played.
    pub fn games(&self) -> u64 {
        self.south + self.north + self.draw
    }
}

/// A finished game that reached a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameAtPosition {
    /// The game.
    pub game: GameId,
    /// Number of actions before it first reached the position.
    pub ply: u32,
    /// The action played there; null if the game ended there.
    pub action: Option<Text<Action>>,
    /// The player of each seat.
    pub players: Seats<Option<PlayerName>>,
    /// How it ended.
    pub outcome: Outcome,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended_at: Timestamp,
}

/// The key of a position: the first eight bytes of the SHA-256 of its text. Its text form is hexadecimal.
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

/// Number of hexadecimal digits in a [`PositionKey`].
const KEY_DIGITS: usize = 16;

impl Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0KEY_DIGITS$x}", self.0)
    }
}

impl FromStr for PositionKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = text.len() == KEY_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let key = if fits { u64::from_str_radix(text, 16).ok() } else { None };
        key.map(Self).ok_or("a position's key is 16 hexadecimal digits")
    }
}
