//! Drawings as pixels, for programs that do not show SVG.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Renders an SVG drawing to a PNG image of `size`: width and height in pixels. Takes a fraction of a second of a core.
///
/// `None` if the text is no SVG drawing, or if a side of the image is zero or too large.
pub fn render(drawing: &str, size: (u32, u32)) -> Option<Vec<u8>> {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(drawing, &options).ok()?;
    let mut pixels = Pixmap::new(size.0, size.1)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// The embedded font, so that a card is the same on every machine.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    let family = fonts.faces().next().map(|face| face.families[0].0.clone());
    fonts.set_sans_serif_family(family.expect("the embedded font"));
    Arc::new(fonts)
});

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
