//! Protection of the terminal against text from servers and files.

/// Text from a server or a file, with every character that could control a terminal replaced by U+FFFD.
///
/// Line feeds stay.
pub fn sanitize(text: &str) -> String {
    text.chars().map(|c| if is_unsafe(c) { '\u{fffd}' } else { c }).collect()
}

/// Whether a character controls the terminal or changes the direction of writing.
fn is_unsafe(c: char) -> bool {
    c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_elsewhere_cannot_control_the_terminal() {
        assert_eq!(sanitize("a\u{202e}b\u{2066}"), "a\u{fffd}b\u{fffd}");
        assert_eq!(sanitize("a\x1b[2Jb\r\nc"), "a\u{fffd}[2Jb\u{fffd}\nc");
    }
}
