use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_engine::{Array, BySeat, ParseArrayError};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{Outcome, Seats, Text};

/// Which games to list, by their phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StateFilter {
    /// Games with a free seat.
    Open,
    /// Games that are being arranged or played.
    Live,
    /// Finished games.
    Finished,
}

/// The result of a game, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum GameResult {
    /// South won.
    South,
    /// North won.
    North,
    /// The game was drawn.
    Draw,
    /// The game was aborted or expired.
    None,
}

/// The order of a list of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// By creation, the newest first.
    #[default]
    Newest,
    /// By creation, the oldest first.
    Oldest,
    /// Finished games by their end, the most recently finished one first.
    Ended,
}

/// The opening arrays of South and North, as one text: `first-second`.
///
/// ```
/// use ikibuguzo_engine::Array;
/// use ikibuguzo_protocol::ArrayPair;
///
/// let arrays: ArrayPair = "first-second".parse().unwrap();
/// assert_eq!((arrays.south, arrays.north), (Array::First, Array::Second));
/// assert_eq!(arrays.to_string(), "first-second");
/// assert!("first".parse::<ArrayPair>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrayPair {
    /// South's array.
    pub south: Array,
    /// North's array.
    pub north: Array,
}

/// The number of games that a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameCount {
    /// Number of games found.
    pub games: u64,
    /// Whether the number is exact. If not, counting stopped at the server's limit: there are at least that many.
    pub exact: bool,
}

impl GameResult {
    /// The result of a game with this outcome.
    pub fn of(outcome: Outcome) -> Self {
        match outcome.winner {
            _ if !outcome.reason.has_result() => Self::None,
            None => Self::Draw,
            Some(Text(ikibuguzo_engine::Seat::South)) => Self::South,
            Some(Text(ikibuguzo_engine::Seat::North)) => Self::North,
        }
    }

    /// The result as it is written on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl From<BySeat<Array>> for ArrayPair {
    fn from(arrays: BySeat<Array>) -> Self {
        Self { south: arrays.south, north: arrays.north }
    }
}

impl From<ArrayPair> for Seats<Text<Array>> {
    fn from(ArrayPair { south, north }: ArrayPair) -> Self {
        Self { south: Text(south), north: Text(north) }
    }
}

impl Display for ArrayPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.south, self.north)
    }
}

impl FromStr for ArrayPair {
    type Err = ParseArrayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (south, north) = text.split_once('-').ok_or(ParseArrayError)?;
        Ok(Self { south: south.parse()?, north: north.parse()? })
    }
}
