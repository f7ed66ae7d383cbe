//! The texts of `details.md`, which become descriptions.

/// A section for the whole document, and one for each operation that needs a text.
const TEXTS: &str = include_str!("details.md");

/// The text below a heading; empty if there is none.
pub(super) fn details(heading: &str) -> &'static str {
    let mut sections = TEXTS.split("\n## ").filter_map(|section| section.split_once("\n\n"));
    sections.find(|(found, _)| *found == heading).map_or("", |(_, text)| text.trim())
}
