//! Levels of strength and times on the command line.

use std::time::Duration;

use ikibuguzo_bot::Level;
use ikibuguzo_protocol::ComputerLevel;

/// The longest measurement: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// Parses the number of a level.
///
/// # Errors
///
/// If the text is not 1 to 8.
pub fn parse_level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "a level is 1 to 8".to_owned())
}

/// Parses the number of the level of one of the server's computer players.
///
/// # Errors
///
/// If the text is not 1 to 8.
pub fn parse_computer_level(text: &str) -> Result<ComputerLevel, String> {
    let number = parse_level(text)?.number();
    let level = ComputerLevel::ALL.into_iter().find(|level| level.number() == number);
    level.ok_or_else(|| "the server has no computer player of this level".to_owned())
}

/// Parses a time in seconds.
///
/// # Errors
///
/// If the text is not a number of seconds, or is out of range.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if seconds > 0.0 && seconds <= MAX_SECONDS {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("must be more than 0 and at most {MAX_SECONDS} seconds"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_a_number_from_1_to_8() {
        assert_eq!(parse_level("5"), Ok(Level::ALL[4]));
        assert_eq!(parse_computer_level("8"), Ok(ComputerLevel::ALL[7]));
        for text in ["0", "9", "bot:3", ""] {
            assert!(parse_level(text).is_err() && parse_computer_level(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_time_is_a_number_of_seconds() {
        assert_eq!(parse_seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["0", "-1", "86401", "a minute"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
