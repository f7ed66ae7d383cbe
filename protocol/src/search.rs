use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_engine::{Array, ParseArrayError};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::{Outcome, Seats, Text};

/// Which games to list, by how far they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StateFilter {
    /// Those with a free seat.
    Open,
    /// Those being arranged or played.
    Live,
    /// Those that are over.
    Finished,
}

/// What came of a game, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum GameResult {
    /// South won.
    South,
    /// North won.
    North,
    /// Nobody won.
    Draw,
    /// It was aborted or has expired.
    None,
}

/// The order of a list of games, by when they were created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The newest first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
}

/// The opening arrays of South and North, as one text: `first-second`.
///
/// ```
/// use ikibuguzo_engine::Array;
/// use ikibuguzo_protocol::Arrays;
///
/// let arrays: Arrays = "first-second".parse().unwrap();
/// assert_eq!((arrays.south, arrays.north), (Array::First, Array::Second));
/// assert_eq!(arrays.to_string(), "first-second");
/// assert!("first".parse::<Arrays>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrays {
    /// South's.
    pub south: Array,
    /// North's.
    pub north: Array,
}

/// How many games a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameCount {
    /// So many were found.
    pub games: u64,
    /// Whether these are all. If not, counting has stopped at the server's bound, and there are at least so many.
    pub exact: bool,
}

impl GameResult {
    /// What came of a game that ended so.
    pub fn of(outcome: Outcome) -> Self {
        match outcome.winner {
            _ if !outcome.reason.is_a_result() => Self::None,
            None => Self::Draw,
            Some(Text(ikibuguzo_engine::Seat::South)) => Self::South,
            Some(Text(ikibuguzo_engine::Seat::North)) => Self::North,
        }
    }

    /// The result as it crosses the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl From<Arrays> for Seats<Text<Array>> {
    fn from(Arrays { south, north }: Arrays) -> Self {
        Self { south: Text(south), north: Text(north) }
    }
}

impl Display for Arrays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.south, self.north)
    }
}

impl FromStr for Arrays {
    type Err = ParseArrayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (south, north) = text.split_once('-').ok_or(ParseArrayError)?;
        Ok(Self { south: south.parse()?, north: north.parse()? })
    }
}
