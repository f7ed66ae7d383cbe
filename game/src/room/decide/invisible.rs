//! Characters that show nothing by themselves, by the properties that Unicode gives them.

use icu_properties::props::{
    BinaryProperty, DefaultIgnorableCodePoint, EnumeratedProperty, GeneralCategory,
    PrependedConcatenationMark, WhiteSpace,
};

/// Characters with a blank glyph: the blank Braille pattern, the null note head, and the blanks of Egyptian
/// hieroglyphs. Only their names say that they are blank: Unicode has no property for it.
const BLANK: [char; 4] = ['\u{2800}', '\u{1d159}', '\u{13441}', '\u{13442}'];

/// Whether a character shows nothing by itself: white space, what Unicode calls default ignorable (fillers, joiners,
/// variation selectors, tags), controls, formats, and marks that need a letter to stand on.
pub(super) fn is_invisible(c: char) -> bool {
    WhiteSpace::for_char(c)
        || DefaultIgnorableCodePoint::for_char(c)
        || BLANK.contains(&c)
        || needs_another(c)
}

/// Whether a character only changes others: a control, a format, or a mark without a width.
fn needs_another(c: char) -> bool {
    match GeneralCategory::for_char(c) {
        GeneralCategory::Control | GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark => true,
        // The number signs of Arabic and similar ones are formats with a glyph.
        GeneralCategory::Format => !PrependedConcatenationMark::for_char(c),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_selectors_tags_and_marks_are_invisible() {
        let invisible = [
            ' ',
            '\t',
            '\u{a0}',
            '\u{3000}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{17b4}',
            '\u{180b}',
            '\u{180e}',
            '\u{200b}',
            '\u{200d}',
            '\u{200f}',
            '\u{2060}',
            '\u{2064}',
            '\u{206a}',
            '\u{2800}',
            '\u{3164}',
            '\u{fe00}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff9}',
            '\u{13430}',
            '\u{13441}',
            '\u{16fe4}',
            '\u{1bca0}',
            '\u{1d159}',
            '\u{1d173}',
            '\u{e0001}',
            '\u{e0020}',
            '\u{e007f}',
            '\u{e0100}',
            '\u{e01ef}',
            '\u{301}',
            '\u{20dd}',
            '\u{0}',
            '\u{7f}',
            '\u{fff0}',
        ];
        for c in invisible {
            assert!(is_invisible(c), "U+{:04X}", u32::from(c));
        }
        for c in [
            'a', 'ọ', '7', '.', '-', '木', '한', 'ع', '🪘', '⠁', '\u{600}', '\u{6dd}', '\u{fffc}',
            '\u{fffd}', 'ः',
        ] {
            assert!(!is_invisible(c), "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn no_letter_digit_or_symbol_is_invisible_unless_unicode_ignores_it() {
        let shown = ('\0'..=char::MAX).filter(|c| c.is_alphanumeric() && is_invisible(*c));
        // Vowel signs are alphabetic, but are marks; the other letters are those that Unicode ignores.
        let letters = shown.filter(|c| {
            let is_mark = matches!(
                GeneralCategory::for_char(*c),
                GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark
            );
            !is_mark && !BLANK.contains(c)
        });
        assert!(letters.eq(['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}']));
    }
}
