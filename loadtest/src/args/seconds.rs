//! Times on the command line.

use std::time::Duration;

/// The longest measurement: a day.
const MAX_SECONDS: f64 = 86_400.0;

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
    fn a_time_is_a_number_of_seconds() {
        assert_eq!(parse_seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["0", "-1", "86401", "a minute"] {
            assert!(parse_seconds(text).is_err(), "{text}");
        }
    }
}
