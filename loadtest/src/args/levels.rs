//! Levels of strength on the command line.

use ikibuguzo_bot::Level;
use ikibuguzo_protocol::ComputerLevel;

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
}
