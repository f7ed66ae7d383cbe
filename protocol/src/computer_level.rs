use std::fmt::{self, Display};
use std::str::FromStr;

use crate::PlayerName;

/// Prefix of the text form.
const PREFIX: &str = "bot:";

/// Prefix of the names of computer players.
const NAME_PREFIX: &str = "computer-";

/// The level of strength of a computer player of the server, from 1 to 8. Its text form is `bot:3`.
///
/// ```
/// use ikibuguzo_protocol::ComputerLevel;
///
/// let level: ComputerLevel = "bot:3".parse().unwrap();
/// assert_eq!((level.number(), level.player_name().as_str()), (3, "computer-3"));
/// assert_eq!(ComputerLevel::of_name(&level.player_name()), Some(level));
/// assert!("bot:9".parse::<ComputerLevel>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComputerLevel(u8);

impl ComputerLevel {
    /// Every level, the weakest first.
    pub const ALL: [ComputerLevel; 8] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// The number of the level: 1 is the weakest, 8 the strongest.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The name of the computer player of this level.
    pub fn player_name(self) -> PlayerName {
        format!("{NAME_PREFIX}{}", self.0).parse().expect("the name has only letters, a hyphen and a digit")
    }

    /// The level of a computer player; none for any other name.
    pub fn of_name(name: &PlayerName) -> Option<ComputerLevel> {
        level(name.as_str().strip_prefix(NAME_PREFIX)?)
    }
}

impl Display for ComputerLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.0)
    }
}

/// The text is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseComputerLevelError;

impl Display for ParseComputerLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a computer player is `bot:1` to `bot:8`")
    }
}

impl std::error::Error for ParseComputerLevelError {}

impl FromStr for ComputerLevel {
    type Err = ParseComputerLevelError;

    fn from_str(text: &str) -> Result<Self, ParseComputerLevelError> {
        text.strip_prefix(PREFIX).and_then(level).ok_or(ParseComputerLevelError)
    }
}

fn level(number: &str) -> Option<ComputerLevel> {
    ComputerLevel::ALL.into_iter().find(|level| level.0.to_string() == number)
}
