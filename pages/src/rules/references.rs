//! Links between the chapters, and from a number to its paragraph.

use maud::{Markup, html};

use super::chapter::{CHAPTERS, Chapter, Heading, headings};
use crate::words::Words;

/// The text before a number that refers to a paragraph of the shared chapter.
const SHARED_PREFIX: &str = "README ";

/// The target on this site of a link between files in `docs/rules`.
pub(super) fn resolve(to: &str, from: &Chapter) -> String {
    let (file, fragment) = to.split_once('#').unwrap_or((to, ""));
    let named = CHAPTERS.iter().find(|chapter| file.strip_suffix(".md") == Some(chapter.file));
    let Some(chapter) = named.or(Some(from).filter(|_| file.is_empty())) else {
        return to.to_owned();
    };
    let found = headings(chapter.text).into_iter().find(|heading| slug(heading) == fragment);
    found.map_or_else(|| chapter.path(), |heading| format!("{}#{}", chapter.path(), heading.number))
}

/// A text in which every number of a paragraph is a link.
pub(super) fn with_links(text: &str, chapter: &Chapter, headings: &[Heading], words: &Words) -> Markup {
    let shared = self::headings(CHAPTERS[0].text);
    html! {
        @for (before, number) in numbers(text) {
            @let of_shared = before.strip_suffix(SHARED_PREFIX).filter(|_| has(&shared, number));
            @if let Some(before) = of_shared {
                (before)
                a href={ "/rules#" (number) } { (words.fill("rules.shared", &[("number", number)])) }
            } @else if has(headings, number) {
                (before)
                a href={ (chapter.path()) "#" (number) } { (number) }
            } @else {
                (before) (number)
            }
        }
    }
}

fn has(headings: &[Heading], number: &str) -> bool {
    number.contains('.') && headings.iter().any(|heading| heading.number == number)
}

/// The numbers in a text, each with the text before it. The last number may be empty.
fn numbers(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = |c: char| !c.is_ascii_digit() && c != '.';
        let end = rest[start..].find(digits).map_or(rest.len(), |length| start + length);
        let number = rest[start..end].trim_end_matches('.');
        found.push((&rest[..start], number));
        rest = &rest[start + number.len()..];
    }
    found.push((rest, ""));
    found
}

/// The anchor of a heading on sites that show Markdown, such as GitHub.
fn slug(heading: &Heading) -> String {
    let text = format!("{} {}", heading.number, heading.title).to_lowercase().replace(' ', "-");
    text.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_between_files_lead_to_paragraphs_on_this_site() {
        let [shared, ikibuguzo, ..] = CHAPTERS;
        assert_eq!(resolve("azigo.md#64-decision-by-count", &shared), "/rules/azigo#6.4");
        assert_eq!(resolve("README.md", &ikibuguzo), "/rules");
        assert_eq!(resolve("https://example.org/x", &ikibuguzo), "https://example.org/x");
    }

    #[test]
    fn the_number_of_a_paragraph_is_a_link() {
        let ikibuguzo = CHAPTERS[1];
        let headings = headings(ikibuguzo.text);
        let text = |text| with_links(text, &ikibuguzo, &headings, Words::english()).into_string();
        assert_eq!(text("as in 6.2."), "as in <a href=\"/rules/ikibuguzo#6.2\">6.2</a>.");
        assert!(text("(README 4.1)").contains("href=\"/rules#4.1\""));
        assert_eq!(text("Murray 217 (8.3.4), 99.9 & 2"), "Murray 217 (8.3.4), 99.9 &amp; 2");
    }
}
