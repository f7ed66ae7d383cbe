//! Links between the pages of the rules, and from a number to its paragraph.

use maud::{Markup, html};

use super::text::{Heading, headings};
use super::{CHAPTERS, Chapter};
use crate::web::words::Words;

/// How a page names a paragraph of the first page.
const SHARED: &str = "README ";

/// Where a link of a file in `docs/rules` leads on this site.
pub(super) fn resolved(to: &str, from: &Chapter) -> String {
    let (file, fragment) = to.split_once('#').unwrap_or((to, ""));
    let named = CHAPTERS.iter().find(|chapter| file.strip_suffix(".md") == Some(chapter.file));
    let Some(chapter) = named.or(Some(from).filter(|_| file.is_empty())) else {
        return to.to_owned();
    };
    let found = headings(chapter.text).into_iter().find(|heading| slug(heading) == fragment);
    found.map_or_else(|| chapter.path(), |heading| format!("{}#{}", chapter.path(), heading.number))
}

/// A text in which every number of a paragraph leads there.
pub(super) fn linked(text: &str, chapter: &Chapter, headings: &[Heading], words: &Words) -> Markup {
    let shared = self::headings(CHAPTERS[0].text);
    html! {
        @for (before, number) in numbers(text) {
            @let of_shared = before.strip_suffix(SHARED).filter(|_| has(&shared, number));
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

/// The numbers in a text, each with what stands before it; the last one may be empty.
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

/// The anchor that a heading has where Markdown is shown as it is.
fn slug(heading: &Heading) -> String {
    let text = format!("{} {}", heading.number, heading.title).to_lowercase().replace(' ', "-");
    text.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_paragraph_on_this_site() {
        let [shared, ikibuguzo, ..] = CHAPTERS;
        assert_eq!(resolved("azigo.md#64-decision-by-count", &shared), "/rules/azigo#6.4");
        assert_eq!(resolved("README.md", &ikibuguzo), "/rules");
        assert_eq!(resolved("https://example.org/x", &ikibuguzo), "https://example.org/x");
    }

    #[test]
    fn numbers_are_links_where_there_is_such_a_paragraph() {
        let ikibuguzo = CHAPTERS[1];
        let headings = headings(ikibuguzo.text);
        let text = |text| linked(text, &ikibuguzo, &headings, Words::chosen()).into_string();
        assert_eq!(text("as in 6.2."), "as in <a href=\"/rules/ikibuguzo#6.2\">6.2</a>.");
        assert!(text("(README 4.1)").contains("href=\"/rules#4.1\""));
        assert_eq!(text("Murray 217 (8.3.4), 99.9 & 2"), "Murray 217 (8.3.4), 99.9 &amp; 2");
    }
}
