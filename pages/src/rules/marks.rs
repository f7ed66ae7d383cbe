//! The marks in the rules: where a statement comes from.

use maud::{Markup, html};
use pulldown_cmark::CowStr;

use super::chapter::{Chapter, Heading};

/// Where a statement comes from: one of [`MARKS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(&'static str);

/// The words of the marks.
const MARKS: [&str; 3] = ["source", "reading", "convention"];

/// Turns `[source]` and the other marks, which Markdown takes for broken links, into links with the scheme `mark:`.
pub(super) fn resolve(reference: &str) -> Option<(CowStr<'static>, CowStr<'static>)> {
    let mark = MARKS.into_iter().find(|mark| reference.starts_with(*mark))?;
    Some((CowStr::from(format!("mark:{mark}")), CowStr::Borrowed("")))
}

impl Mark {
    /// The mark that a link with the scheme `mark:` stands for.
    pub(super) fn from_link(link: &str) -> Option<Self> {
        let word = link.strip_prefix("mark:")?;
        MARKS.into_iter().find(|mark| *mark == word).map(Self)
    }
}

/// A mark as a badge that links to its explanation; for a source, with the name of the document.
pub(super) fn badge(mark: Mark, text: &Markup, chapter: &Chapter, headings: &[Heading]) -> Markup {
    let Mark(word) = mark;
    let is_cited = word == "source" && !chapter.source.is_empty();
    let sources = headings.iter().find(|heading| heading.title == "Sources").filter(|_| is_cited);
    let to = match sources {
        Some(sources) => format!("#{}", sources.number),
        None => "/rules#1.2".to_owned(),
    };
    html! {
        a class={ "mark " (word) } href=(to) {
            (text)
            @if is_cited { span.cited { " " (chapter.source) } }
        }
    }
}
