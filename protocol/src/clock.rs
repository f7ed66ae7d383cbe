use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use ikibuguzo_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::time::millis;
use crate::{Seats, Text, Timestamp};

mod remaining_time;

const SECONDS_PER_DAY: u64 = 86_400;

/// Time to choose an opening array, and for the first turn of a seat, in Fischer and delay games.
const START_LIMIT: Duration = Duration::from_secs(60);

/// Time of each action that is not charged in Fischer and delay games.
const SOWING_ALLOWANCE: Duration = Duration::from_secs(1);

/// The time control of a game. Its text form is `none`, `fischer:300+5`, `delay:300+5` or `days:3`.
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
    /// No limit.
    #[default]
    None,
    /// Seconds for the whole game, plus an increment after each turn.
    Fischer {
        /// Seconds at the start: 1 to [`MAX_INITIAL_SECONDS`](TimeControl::MAX_INITIAL_SECONDS).
        initial: u32,
        /// Seconds added after each turn: 0 to [`MAX_TURN_SECONDS`](TimeControl::MAX_TURN_SECONDS).
        increment: u32,
    },
    /// Seconds for the whole game. The first seconds of each turn are not charged.
    Delay {
        /// Seconds at the start: 1 to [`MAX_INITIAL_SECONDS`](TimeControl::MAX_INITIAL_SECONDS).
        initial: u32,
        /// Seconds of each turn that are not charged: 0 to [`MAX_TURN_SECONDS`](TimeControl::MAX_TURN_SECONDS).
        delay: u32,
    },
    /// Correspondence: days for each turn, 1 to [`MAX_DAYS`](TimeControl::MAX_DAYS).
    Days(u32),
}

impl TimeControl {
    /// Largest time of a seat for a whole game, in seconds.
    pub const MAX_INITIAL_SECONDS: u32 = 10_800;

    /// Largest increment or delay, in seconds.
    pub const MAX_TURN_SECONDS: u32 = 180;

    /// Largest number of days for each turn.
    pub const MAX_DAYS: u32 = 14;

    /// The time of a seat at the start; `None` without a clock.
    pub fn initial(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Fischer { initial, .. } | Self::Delay { initial, .. } => {
                Some(Duration::from_secs(initial.into()))
            }
            Self::Days(days) => Some(Duration::from_secs(SECONDS_PER_DAY * u64::from(days))),
        }
    }

    /// The time added after each turn.
    pub fn increment(self) -> Duration {
        match self {
            Self::Fischer { increment, .. } => Duration::from_secs(increment.into()),
            Self::None | Self::Delay { .. } | Self::Days(_) => Duration::ZERO,
        }
    }

    /// The time of each turn that is not charged.
    pub fn delay(self) -> Duration {
        match self {
            Self::Delay { delay, .. } => Duration::from_secs(delay.into()),
            Self::None | Self::Fischer { .. } | Self::Days(_) => Duration::ZERO,
        }
    }

    /// The time of each action that is not charged. Clients use it to show the sowing before the action. A correspondence clock has none.
    pub fn sowing_allowance(self) -> Duration {
        match self {
            Self::Fischer { .. } | Self::Delay { .. } => SOWING_ALLOWANCE,
            Self::None | Self::Days(_) => Duration::ZERO,
        }
    }

    /// The time to choose an opening array, and the time for the first turn of each seat; `None` without a clock. The game is aborted when it runs out.
    pub fn start_limit(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Fischer { .. } | Self::Delay { .. } => Some(START_LIMIT),
            Self::Days(_) => self.initial(),
        }
    }

    /// Whether the time control is in days a turn.
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

/// The text is not a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTimeControlError;

impl Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a clock is `none`, `fischer:SECONDS+INCREMENT`, `delay:SECONDS+DELAY` or `days:DAYS`: 1 to {} seconds, \
             an increment or a delay of at most {} seconds, 1 to {} days",
            TimeControl::MAX_INITIAL_SECONDS,
            TimeControl::MAX_TURN_SECONDS,
            TimeControl::MAX_DAYS,
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
            Some(("days", days)) => Ok(Self::Days(number(days, 1, Self::MAX_DAYS)?)),
            _ => Err(ParseTimeControlError),
        }
    }
}

fn seconds(text: &str) -> Result<(u32, u32), ParseTimeControlError> {
    let (initial, each) = text.split_once('+').ok_or(ParseTimeControlError)?;
    let initial = number(initial, 1, TimeControl::MAX_INITIAL_SECONDS)?;
    Ok((initial, number(each, 0, TimeControl::MAX_TURN_SECONDS)?))
}

/// Parses a number from `min` to `max` in its only spelling: digits without a sign or leading zeros.
fn number(text: &str, min: u32, max: u32) -> Result<u32, ParseTimeControlError> {
    let number: u32 = text.parse().map_err(|_| ParseTimeControlError)?;
    let is_canonical = number.to_string() == text;
    if is_canonical && (min..=max).contains(&number) { Ok(number) } else { Err(ParseTimeControlError) }
}

/// The clocks of a game at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockView {
    /// The remaining time of each seat, in milliseconds. For the running clock: the remaining time when it started to
    /// run.
    #[serde(with = "seats_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "Seats<u64>"))]
    pub balance: Seats<Duration>,
    /// The seat whose clock runs; null during the first turn of each seat and after the end.
    pub running: Option<Text<Seat>>,
    /// When the running clock runs out: milliseconds since 1970-01-01 UTC on the server's clock.
    pub runs_out_at: Option<Timestamp>,
    /// During the first turn of a seat: when the game is aborted unless the turn is over, in milliseconds since
    /// 1970-01-01 UTC on the server's clock. Absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_turn_by: Option<Timestamp>,
}

/// The time charged for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receipt {
    /// When the server received the action: milliseconds since 1970-01-01 UTC.
    pub arrival: Timestamp,
    /// The time charged, in milliseconds.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub charge: Duration,
    /// The time not charged, in milliseconds, so that the player could watch the sowing before: at most the `allowance`
    /// of the game. Absent if it is 0.
    #[serde(default, skip_serializing_if = "is_zero", with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub allowance: Duration,
    /// The remaining time, in milliseconds, with the increment if the action ended the turn.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub balance: Duration,
}

/// The remaining times of both seats, in whole milliseconds.
mod seats_millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Seats;
    use crate::time::whole_millis;

    pub(super) fn serialize<S: Serializer>(times: &Seats<Duration>, to: S) -> Result<S::Ok, S::Error> {
        Seats { south: whole_millis(times.south), north: whole_millis(times.north) }.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seats<Duration>, D::Error> {
        let times = Seats::<u64>::deserialize(from)?;
        Ok(Seats { south: Duration::from_millis(times.south), north: Duration::from_millis(times.north) })
    }
}

pub(crate) fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
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
