//! Names of players in records.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::PlayerName;

use crate::accounts::reserved_names::unknown_player;

/// Makes a valid name from a name in a record: `Jean Mugisha` becomes `jean-mugisha`. A valid name stays as it is.
///
/// # Errors
///
/// How names have to be written, if no name can be made.
pub(super) fn normalize(seat: Seat, text: Option<&str>) -> Result<PlayerName, String> {
    let text = text.filter(|text| !matches!(text.trim(), "" | "?")).unwrap_or(unknown_player(seat));
    if let Ok(name) = text.parse() {
        return Ok(name);
    }
    let to_ascii = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '_' | '-' | '\'');
    let words: String = text.trim().chars().map(to_ascii).collect();
    let name = words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    match name.parse() {
        Ok(_) if !text.chars().all(is_plain) => Err(format!("write the name {text} in plain letters, a-z")),
        Ok(name) => Ok(name),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_records_become_valid_names() {
        let listed = |text: &str| normalize(Seat::South, Some(text)).map(|name| name.to_string());
        assert_eq!(listed("Jean Mugisha").as_deref(), Ok("jean-mugisha"));
        assert_eq!(listed("P. N'Diaye").as_deref(), Ok("p-n-diaye"));
        // A valid name stays as it is.
        assert_eq!(listed("imvubu-4821").as_deref(), Ok("imvubu-4821"));
        assert_eq!(listed(" ? ").as_deref(), Ok("unknown-south"));
        let north = normalize(Seat::North, None).map(|name| name.to_string());
        assert_eq!(north.as_deref(), Ok("unknown-north"));
        assert_eq!(listed("Éric").as_deref(), Ok("Éric"));
        assert!(listed("Éric N.").is_err() && listed("X").is_err() && listed("4711").is_err());
        assert!(listed("a name that is much longer than any list shows").is_err());
    }
}
