//! The three marks: who says so.

use maud::{Markup, html};
use pulldown_cmark::CowStr;

use super::Chapter;
use super::text::Heading;

/// Who says a thing; the name is the word of the mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(&'static str);

/// The marks.
const MARKS: [&str; 3] = ["source", "reading", "convention"];

/// What `[source]` and its kin in a text lead to: a link of our own kind, which becomes a badge.
pub(super) fn link(reference: &str) -> Option<(CowStr<'static>, CowStr<'static>)> {
    let begins = |mark: &&str| reference.starts_with(*mark);
    let mark = MARKS.into_iter().find(begins)?;
    Some((CowStr::from(format!("mark:{mark}")), CowStr::Borrowed("")))
}

impl Mark {
    /// The mark that a link of our own kind stands for.
    pub(super) fn of(link: &str) -> Option<Self> {
        let word = link.strip_prefix("mark:")?;
        MARKS.into_iter().find(|mark| *mark == word).map(Self)
    }
}

/// A mark as it is shown: its word, with a shape of its own, and for a source which document it is.
pub(super) fn badge(mark: Mark, text: &Markup, chapter: &Chapter, headings: &[Heading]) -> Markup {
    let Mark(word) = mark;
    let cited = word == "source" && !chapter.source.is_empty();
    let sources = headings.iter().find(|heading| heading.title == "Sources").filter(|_| cited);
    let to = match sources {
        Some(sources) => format!("#{}", sources.number),
        None => "/rules#1.2".to_owned(),
    };
    html! {
        a class={ "mark " (word) } href=(to) {
            (text)
            @if cited { span.cited { " " (chapter.source) } }
        }
    }
}
