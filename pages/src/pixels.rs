//! Drawings as pixels, for programs that do not show SVG.

mod font;
mod text_outlines;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use text_outlines::outline_texts;

/// Renders an SVG drawing to a PNG image of `size`: width and height in pixels. Takes a fraction of a second of a core.
///
/// `None` if the text is no SVG drawing, or if a side of the image is zero or too large.
pub fn render(drawing: &str, size: (u32, u32)) -> Option<Vec<u8>> {
    let outlined = outline_texts(drawing)?;
    let tree = Tree::from_str(&outlined, &Options::default()).ok()?;
    let mut pixels = Pixmap::new(size.0, size.1)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_drawing_becomes_an_image() {
        let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><text>9</text></svg>"#;
        let image = render(drawing, (2, 1)).expect("an image");
        assert!(image.starts_with(b"\x89PNG"));
        assert_eq!(render("a board", (2, 1)), None);
        assert_eq!(render(drawing, (0, 1)), None);
    }
}
