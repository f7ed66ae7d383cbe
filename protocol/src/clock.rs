use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::{Seats, Text};

const SECOND: u64 = 1_000;
const DAY: u64 = 86_400 * SECOND;

/// The longest time that a seat can be given for a whole game, in seconds.
const LONGEST: u32 = 10_800;

/// The longest increment or delay, in seconds.
const MOST_A_TURN: u32 = 180;

/// The most days a turn.
const MOST_DAYS: u32 = 14;

/// How long the seats may arrange their counters in games with a clock that is no calendar, in milliseconds.
const ARRANGEMENT: u64 = 60 * SECOND;

/// How much time the seats of a game have, as text: `none`, `fischer:300+5`, `delay:300+5`, `days:3`.
///
/// ```
/// use ikibuguzo_protocol::TimeControl;
///
/// let control: TimeControl = "fischer:300+5".parse().unwrap();
/// assert_eq!(control, TimeControl::Fischer { initial: 300, increment: 5 });
/// assert_eq!(control.to_string(), "fischer:300+5");
/// assert!("fischer:0+5".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    None,
    /// So many seconds for the game, and some more after each turn.
    Fischer {
        /// Seconds at the beginning: 1 to 10,800.
        initial: u32,
        /// Seconds added after each turn: 0 to 180.
        increment: u32,
    },
    /// So many seconds for the game; the first ones of each turn cost nothing.
    Delay {
        /// Seconds at the beginning: 1 to 10,800.
        initial: u32,
        /// Seconds of each turn that cost nothing: 0 to 180.
        delay: u32,
    },
    /// Correspondence: so many days for each turn, 1 to 14.
    Days(u32),
}

impl TimeControl {
    /// What a seat has at the beginning, in milliseconds; none without a clock.
    pub fn initial(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Fischer { initial, .. } | Self::Delay { initial, .. } => Some(u64::from(initial) * SECOND),
            Self::Days(days) => Some(u64::from(days) * DAY),
        }
    }

    /// What is added after each turn, in milliseconds.
    pub fn increment(self) -> u64 {
        match self {
            Self::Fischer { increment, .. } => u64::from(increment) * SECOND,
            Self::None | Self::Delay { .. } | Self::Days(_) => 0,
        }
    }

    /// How much of each turn costs nothing, in milliseconds.
    pub fn delay(self) -> u64 {
        match self {
            Self::Delay { delay, .. } => u64::from(delay) * SECOND,
            Self::None | Self::Fischer { .. } | Self::Days(_) => 0,
        }
    }

    /// How long the seats may arrange their counters, in milliseconds; none without a clock.
    pub fn arrangement(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Fischer { .. } | Self::Delay { .. } => Some(ARRANGEMENT),
            Self::Days(_) => self.initial(),
        }
    }

    /// Whether turns are counted in days.
    pub fn is_correspondence(self) -> bool {
        matches!(self, Self::Days(_))
    }
}

impl Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Fischer { initial, increment } => write!(f, "fischer:{initial}+{increment}"),
            Self::Delay { initial, delay } => write!(f, "delay:{initial}+{delay}"),
            Self::Days(days) => write!(f, "days:{days}"),
        }
    }
}

/// A text that is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTimeControlError;

impl Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a clock is `none`, `fischer:SECONDS+INCREMENT`, `delay:SECONDS+DELAY` or `days:DAYS`: 1 to {LONGEST} \
             seconds, an increment or a delay of at most {MOST_A_TURN}, 1 to {MOST_DAYS} days"
        )
    }
}

impl std::error::Error for ParseTimeControlError {}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "none" => Ok(Self::None),
            Some(("fischer", rest)) => {
                let (initial, increment) = seconds(rest)?;
                Ok(Self::Fischer { initial, increment })
            }
            Some(("delay", rest)) => {
                let (initial, delay) = seconds(rest)?;
                Ok(Self::Delay { initial, delay })
            }
            Some(("days", days)) => Ok(Self::Days(number(days, 1, MOST_DAYS)?)),
            _ => Err(ParseTimeControlError),
        }
    }
}

fn seconds(text: &str) -> Result<(u32, u32), ParseTimeControlError> {
    let (initial, each) = text.split_once('+').ok_or(ParseTimeControlError)?;
    Ok((number(initial, 1, LONGEST)?, number(each, 0, MOST_A_TURN)?))
}

/// A number in one spelling only: digits, without a sign or zeros in front.
fn number(text: &str, least: u32, most: u32) -> Result<u32, ParseTimeControlError> {
    let number: u32 = text.parse().map_err(|_| ParseTimeControlError)?;
    let is_plain = number.to_string() == text;
    if is_plain && (least..=most).contains(&number) { Ok(number) } else { Err(ParseTimeControlError) }
}

/// The clocks of a game at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockView {
    /// What each seat has left, in milliseconds; of the running one, what it had when its clock began to run.
    pub balance: Seats<u64>,
    /// Whose clock runs; none before the first turn and after the end.
    pub running: Option<Text<Seat>>,
    /// When that one will have run out, in milliseconds since 1970-01-01 UTC on the server's clock.
    pub runs_out_at: Option<u64>,
}

/// What an action has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receipt {
    /// When the server heard it: milliseconds since 1970-01-01 UTC.
    pub arrival: u64,
    /// What the seat was charged, in milliseconds.
    pub charge: u64,
    /// What the seat has left, in milliseconds, with the increment if the action ended the turn.
    pub balance: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_has_one_spelling() {
        for text in ["none", "fischer:1+0", "fischer:10800+180", "delay:300+5", "days:1", "days:14"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        for text in [
            "",
            "None",
            "none:",
            "fischer",
            "fischer:300",
            "fischer:+5",
            "fischer:0+5",
            "fischer:10801+0",
            "fischer:60+181",
            "fischer:060+1",
            "fischer:60+-1",
            "fischer:60+1 ",
            "delay:60",
            "days:0",
            "days:15",
            "days:+3",
            "blitz:60+1",
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(ParseTimeControlError), "{text}");
        }
    }
}
