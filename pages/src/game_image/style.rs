//! The style of images: `web/board.css` with its variables replaced by colours, for renderers that do not support
//! variables.

use std::sync::LazyLock;

const BOARD_CSS: &str = include_str!("../../../web/board.css");

/// The style of an image for browsers, with a dark variant.
pub(super) static FOR_SCREENS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{}@media (prefers-color-scheme: dark) {{\n{}}}\n",
        without_variables(Shade::Light),
        without_variables(Shade::Dark)
    )
});

/// The style of an image that the server renders to pixels.
pub(super) static FOR_PIXELS: LazyLock<String> =
    LazyLock::new(|| without_variables(Shade::Light) + OUTLINED_COUNTS);

/// The embedded font is a light one, so numbers get an outline.
const OUTLINED_COUNTS: &str = ".count { stroke: #2a1807; stroke-width: 0.5; }\n";

#[derive(Clone, Copy)]
enum Shade {
    Light,
    Dark,
}

/// The rules, with every variable replaced by its colour in a shade.
fn without_variables(shade: Shade) -> String {
    let (colours, rules) = BOARD_CSS.split_once("\n}\n").expect("the colours come first");
    let declared = colours.lines().filter_map(|line| declaration(line, shade));
    declared.fold(rules.trim_start().to_owned(), |rules, (name, value)| {
        rules.replace(&format!("var({name})"), value)
    })
}

/// Reads a line such as `--name: light-dark(#111111, #222222);`.
fn declaration(line: &str, shade: Shade) -> Option<(&str, &str)> {
    let (name, values) = line.trim().strip_suffix(");")?.split_once(": light-dark(")?;
    let (light, dark) = values.split_once(", ")?;
    Some(match shade {
        Shade::Light => (name, light),
        Shade::Dark => (name, dark),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_replaced_by_a_colour() {
        for style in [&*FOR_SCREENS, &*FOR_PIXELS] {
            assert!(style.contains(".pit-deep { stop-color: #3f2611; }"));
            assert!(!style.contains("var(") && !style.contains("light-dark("), "{style}");
        }
        assert!(FOR_SCREENS.contains("#170e07"));
        assert!(!FOR_PIXELS.contains("#170e07"));
    }
}
