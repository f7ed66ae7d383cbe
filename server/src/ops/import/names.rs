use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::PlayerName;

/// Who sat at a board without telling a name: somebody else in each seat, since nobody plays both.
fn nobody(seat: Seat) -> &'static str {
    match seat {
        Seat::South => "unknown-south",
        Seat::North => "unknown-north",
    }
}

/// The name under which somebody in a record is listed: `Jean Mugisha` becomes `jean-mugisha`. What is a name stays as it
/// is.
///
/// # Errors
///
/// Says how a name is written.
pub(super) fn listed(seat: Seat, text: Option<&str>) -> Result<PlayerName, String> {
    let text = text.filter(|text| !matches!(text.trim(), "" | "?")).unwrap_or(nobody(seat));
    if let Ok(name) = text.parse() {
        return Ok(name);
    }
    let spell = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '_' | '-' | '\'');
    let words: String = text.trim().chars().map(spell).collect();
    let name = words.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    match name.parse() {
        Ok(_) if !text.chars().all(plain) => Err(format!("write the name {text} in plain letters, a-z")),
        Ok(name) => Ok(name),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_on_paper_become_names_in_lists() {
        let listed = |text: &str| super::listed(Seat::South, Some(text)).map(|name| name.to_string());
        assert_eq!(listed("Jean Mugisha").as_deref(), Ok("jean-mugisha"));
        assert_eq!(listed("P. N'Diaye").as_deref(), Ok("p-n-diaye"));
        // What the server itself gave out stays what it is, as long as it was not written in another way.
        assert_eq!(listed("imvubu-4821").as_deref(), Ok("imvubu-4821"));
        assert_eq!(listed(" ? ").as_deref(), Ok("unknown-south"));
        let north = super::listed(Seat::North, None).map(|name| name.to_string());
        assert_eq!(north.as_deref(), Ok("unknown-north"));
        assert_eq!(listed("Éric").as_deref(), Ok("Éric"));
        assert!(listed("Éric N.").is_err() && listed("X").is_err() && listed("4711").is_err());
        assert!(listed("a name that is much longer than any list shows").is_err());
    }
}
