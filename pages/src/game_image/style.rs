//! The style of pictures: the one of the page's boards, with its colours filled in, for programs that know no
//! variables.

use std::sync::LazyLock;

const BOARDS: &str = include_str!("../../../web/board.css");

/// The style of a picture that is shown in a browser, which may be dark.
pub(super) static ON_SCREEN: LazyLock<String> = LazyLock::new(|| {
    format!("{}@media (prefers-color-scheme: dark) {{\n{}}}\n", flat(Shade::Light), flat(Shade::Dark))
});

/// The style of a picture that is drawn here.
pub(super) static ON_PAPER: LazyLock<String> = LazyLock::new(|| flat(Shade::Light) + HEAVIER);

/// The one font is a light one: numbers get an outline.
const HEAVIER: &str = ".count { stroke: #2a1807; stroke-width: 0.5; }\n";

#[derive(Clone, Copy)]
enum Shade {
    Light,
    Dark,
}

/// The rules without variables.
fn flat(shade: Shade) -> String {
    let (colours, rules) = BOARDS.split_once("\n}\n").expect("the colours come first");
    let declared = colours.lines().filter_map(|line| declaration(line, shade));
    declared.fold(rules.trim_start().to_owned(), |rules, (name, value)| {
        rules.replace(&format!("var({name})"), value)
    })
}

/// `--name: light-dark(#111111, #222222);`
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
    fn every_colour_is_filled_in() {
        for style in [&*ON_SCREEN, &*ON_PAPER] {
            assert!(style.contains(".pit-deep { stop-color: #3f2611; }"));
            assert!(!style.contains("var(") && !style.contains("light-dark("), "{style}");
        }
        assert!(ON_SCREEN.contains("#170e07"));
        assert!(!ON_PAPER.contains("#170e07"));
    }
}
