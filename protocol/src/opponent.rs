use std::fmt::{self, Display};
use std::str::FromStr;

use crate::{ComputerLevel, PlayerName};

/// The opponent that a new game is made for: a computer player, such as `bot:3`, or a player by name.
///
/// ```
/// use ikibuguzo_protocol::Opponent;
///
/// assert!(matches!("bot:3".parse(), Ok(Opponent::Computer(level)) if level.number() == 3));
/// assert!(matches!("computer-3".parse(), Ok(Opponent::Computer(_))), "the name of a computer player");
/// assert!(matches!("inka-59593".parse(), Ok(Opponent::Player(_))));
/// assert!("bot:9".parse::<Opponent>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// A computer player of the server. It takes its seat at once.
    Computer(ComputerLevel),
    /// A person or a bot, who is invited: nobody else can take the seat.
    Player(PlayerName),
}

impl From<ComputerLevel> for Opponent {
    fn from(level: ComputerLevel) -> Self {
        Self::Computer(level)
    }
}

impl Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Computer(level) => level.fmt(f),
            Self::Player(name) => name.fmt(f),
        }
    }
}

/// The text names no opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOpponentError;

impl Display for ParseOpponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an opponent is `bot:1` to `bot:8`, or the name of a player")
    }
}

impl std::error::Error for ParseOpponentError {}

impl FromStr for Opponent {
    type Err = ParseOpponentError;

    fn from_str(text: &str) -> Result<Self, ParseOpponentError> {
        if let Ok(level) = text.parse() {
            return Ok(Self::Computer(level));
        }
        let name: PlayerName = text.parse().map_err(|_| ParseOpponentError)?;
        Ok(ComputerLevel::of_name(&name).map_or(Self::Player(name), Self::Computer))
    }
}
