//! The style of images: `web/board.css` with its variables replaced by colours, for renderers that do not support
//! variables.

use std::sync::LazyLock;

const BOARD_CSS: &str = include_str!("../../../web/board.css");

/// The style of an image for browsers, with a dark variant.
pub(super) static FOR_SCREENS: LazyLock<String> = LazyLock::new(|| {
    let style = Style::of_boards();
    let light = style.filled_with(style.light);
    let dark = style.filled_with(style.dark);
    format!("{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n")
});

/// The style of an image that the server renders to pixels.
pub(super) static FOR_PIXELS: LazyLock<String> = LazyLock::new(|| {
    let style = Style::of_boards();
    style.filled_with(style.light) + OUTLINED_COUNTS
});

/// The embedded font is a light one, so numbers get an outline.
const OUTLINED_COUNTS: &str = ".count { stroke: #2a1807; stroke-width: 0.5; }\n";

/// The parts of [`BOARD_CSS`]: first the light colours, then the dark ones, then the rules.
struct Style {
    light: &'static str,
    dark: &'static str,
    rules: &'static str,
}

impl Style {
    fn of_boards() -> Self {
        let (light, rest) = BOARD_CSS.split_once("\n}\n").expect("the light colours come first");
        let (dark, rules) = rest.split_once("\n}\n").expect("the dark colours come second");
        Self { light, dark, rules: rules.trim_start() }
    }

    /// The rules, with every variable replaced by its colour.
    fn filled_with(&self, colours: &str) -> String {
        colours.lines().filter_map(declaration).fold(self.rules.to_owned(), |rules, (name, colour)| {
            rules.replace(&format!("var({name})"), colour)
        })
    }
}

/// Reads a line such as `--name: #111111;`.
fn declaration(line: &str) -> Option<(&str, &str)> {
    let (name, colour) = line.trim().strip_suffix(';')?.split_once(": ")?;
    name.starts_with("--").then_some((name, colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_replaced_by_a_colour() {
        for style in [&*FOR_SCREENS, &*FOR_PIXELS] {
            assert!(style.contains(".pit-deep { stop-color: #3f2611; }"));
            assert!(!style.contains("var("), "{style}");
        }
        assert!(FOR_SCREENS.contains("#170e07"));
        assert!(!FOR_PIXELS.contains("#170e07"));
    }
}
