//! Combining marks that the embedded font has as characters of their own.

/// The character that looks like a combining mark, if there is one.
pub(super) fn spacing_form(mark: char) -> Option<char> {
    Some(match mark {
        '\u{300}' => '`',
        '\u{301}' => '´',
        '\u{302}' | '\u{32d}' => 'ˆ',
        '\u{303}' | '\u{330}' => '˜',
        '\u{304}' | '\u{331}' => '¯',
        '\u{306}' => '˘',
        '\u{307}' | '\u{323}' => '˙',
        '\u{308}' | '\u{324}' => '¨',
        '\u{30a}' | '\u{325}' => '˚',
        '\u{30b}' => '˝',
        '\u{30c}' => 'ˇ',
        _ => return None,
    })
}

/// Whether a mark stands below its letter.
pub(super) fn is_below(mark: char) -> bool {
    matches!(mark, '\u{323}'..='\u{331}')
}
