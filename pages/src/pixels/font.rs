//! The embedded font: the outlines of a line of text.
//!
//! Players' names and the texts of cards are in Latin letters and run from left to right, so a glyph for each character,
//! kerning, and marks above and below letters are enough. A shaping library takes long to compile.

use std::fmt::Write;
use std::sync::LazyLock;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Rect};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The distance between a letter and a mark below it, in units of the font.
const MARK_GAP: i16 = 60;

/// The glyph of characters that the font does not have: a box.
const MISSING: GlyphId = GlyphId(0);

/// An embedded font, so that a card is the same on every machine.
static FACE: LazyLock<Face<'static>> =
    LazyLock::new(|| Face::parse(epaint_default_fonts::UBUNTU_LIGHT, 0).expect("the embedded font"));

/// A line of text, in units of the font.
#[derive(Debug, Default)]
pub(super) struct Line {
    glyphs: Vec<Glyph>,
    width: i32,
}

/// A glyph and its origin.
#[derive(Clone, Copy, Debug)]
struct Glyph {
    id: GlyphId,
    x: i32,
    y: i32,
}

impl Line {
    /// Sets a text in one line.
    pub(super) fn new(text: &str) -> Self {
        let mut line = Self::default();
        let mut letter = None;
        for character in text.nfc().flat_map(drawable) {
            match letter {
                Some(letter) if is_combining_mark(character) => line.push_mark(letter, character),
                _ => letter = Some(line.push_letter(letter, character)),
            }
        }
        line
    }

    /// The width in a font size.
    pub(super) fn width(&self, font_size: f32) -> f32 {
        self.width as f32 * scale(font_size)
    }

    /// The outlines as the data of an SVG path, which begins at `(x, y)` on the base line.
    pub(super) fn path(&self, font_size: f32, x: f32, y: f32) -> String {
        let scale = scale(font_size);
        let mut path = PathData::default();
        for glyph in &self.glyphs {
            path.scale = scale;
            path.x = x + glyph.x as f32 * scale;
            path.y = y - glyph.y as f32 * scale;
            FACE.outline_glyph(glyph.id, &mut path);
        }
        path.data
    }

    fn push_letter(&mut self, previous: Option<Glyph>, character: char) -> Glyph {
        let id = FACE.glyph_index(character).unwrap_or(MISSING);
        self.width += previous.map_or(0, |previous| kerning(previous.id, id));
        let glyph = Glyph { id, x: self.width, y: 0 };
        self.width += i32::from(FACE.glyph_hor_advance(id).unwrap_or_default());
        self.glyphs.push(glyph);
        glyph
    }

    /// Puts a mark above or below the middle of a letter. A mark without a glyph is left out.
    fn push_mark(&mut self, letter: Glyph, mark: char) {
        let id = spacing_form(mark).and_then(|character| FACE.glyph_index(character));
        if let Some((id, of_mark, of_letter)) = id.and_then(|id| Some((id, bounds(id)?, bounds(letter.id)?)))
        {
            let x = letter.x + i32::from(middle(of_letter)) - i32::from(middle(of_mark));
            self.glyphs.push(Glyph { id, x, y: i32::from(mark_height(mark, of_mark, of_letter)) });
        }
    }
}

/// The character itself if the font has it, or its letter and marks.
fn drawable(character: char) -> Vec<char> {
    let has_glyph = FACE.glyph_index(character).is_some();
    if has_glyph { vec![character] } else { character.nfd().collect() }
}

/// How far a mark is moved up: below its letter, or above a capital as it would be above a small letter.
fn mark_height(mark: char, of_mark: Rect, of_letter: Rect) -> i16 {
    if is_below(mark) {
        of_letter.y_min.min(0) - MARK_GAP - of_mark.y_max
    } else {
        let small_letter = FACE.x_height().unwrap_or_default();
        (of_letter.y_max - small_letter).max(0)
    }
}

fn bounds(glyph: GlyphId) -> Option<Rect> {
    FACE.glyph_bounding_box(glyph)
}

fn middle(bounds: Rect) -> i16 {
    (bounds.x_min + bounds.x_max) / 2
}

fn scale(font_size: f32) -> f32 {
    font_size / f32::from(FACE.units_per_em())
}

/// How much closer together two glyphs are than their widths say: a negative number. All positioning of this font is
/// kerning.
fn kerning(first: GlyphId, second: GlyphId) -> i32 {
    let lookups = FACE.tables().gpos.into_iter().flat_map(|table| table.lookups);
    let subtables = lookups.flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable<'_>>());
    subtables.filter_map(|subtable| pair_kerning(subtable, first, second)).map(i32::from).sum()
}

fn pair_kerning(subtable: PositioningSubtable<'_>, first: GlyphId, second: GlyphId) -> Option<i16> {
    let PositioningSubtable::Pair(pairs) = subtable else { return None };
    let index = pairs.coverage().get(first)?;
    let (adjustment, _) = match pairs {
        PairAdjustment::Format1 { sets, .. } => sets.get(index)?.get(second)?,
        PairAdjustment::Format2 { classes, matrix, .. } => {
            matrix.get((classes.0.get(first), classes.1.get(second)))?
        }
    };
    Some(adjustment.x_advance)
}

/// Writes outlines as the data of an SVG path.
#[derive(Debug, Default)]
struct PathData {
    data: String,
    scale: f32,
    x: f32,
    y: f32,
}

impl PathData {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        for (x, y) in points {
            let x = self.x + x * self.scale;
            let y = self.y - y * self.scale;
            write!(self.data, "{x:.3} {y:.3} ").expect("memory");
        }
    }
}

impl OutlineBuilder for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

/// The character of the font that looks like a combining mark, if there is one.
fn spacing_form(mark: char) -> Option<char> {
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
fn is_below(mark: char) -> bool {
    matches!(mark, '\u{323}'..='\u{331}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyphs(text: &str) -> Vec<GlyphId> {
        Line::new(text).glyphs.iter().map(|glyph| glyph.id).collect()
    }

    fn glyph(character: char) -> GlyphId {
        FACE.glyph_index(character).expect("a glyph")
    }

    #[test]
    fn a_letter_with_a_mark_is_the_same_composed_and_decomposed() {
        assert_eq!(glyphs("Ó"), [glyph('Ó')]);
        assert_eq!(glyphs("O\u{301}"), [glyph('Ó')]);
        assert_eq!(glyphs("ọ́"), glyphs("o\u{323}\u{301}"));
    }

    #[test]
    fn a_letter_that_the_font_lacks_is_composed_of_a_letter_and_its_mark() {
        let line = Line::new("ọ");
        let [letter, mark] = line.glyphs[..] else { panic!("{line:?}") };
        assert_eq!((letter.id, mark.id), (glyph('o'), glyph('˙')));
        let dot = bounds(mark.id).expect("a dot");
        assert!(mark.y + i32::from(dot.y_max) < 0, "the dot is below");
        assert_eq!(line.width, Line::new("o").width);
    }

    #[test]
    fn a_character_without_a_glyph_is_a_box() {
        assert_eq!(glyphs("aɔb"), [glyph('a'), MISSING, glyph('b')]);
    }

    #[test]
    fn pairs_are_kerned() {
        let apart = Line::new("A").width + Line::new("V").width;
        assert!(Line::new("AV").width < apart);
        assert_eq!(Line::new("nn").width, 2 * Line::new("n").width);
    }
}
