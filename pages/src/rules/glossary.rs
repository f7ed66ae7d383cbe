//! The terms of the sources, with the terms of these pages.

use maud::{Markup, html};

use super::chapter::Chapter;
use crate::words::Words;

/// A term of a source. The text `rules.term.KEY` explains it.
struct Term {
    chapter: &'static str,
    word: &'static str,
    key: &'static str,
}

const fn term(chapter: &'static str, word: &'static str, key: &'static str) -> Term {
    Term { chapter, word, key }
}

static TERMS: [Term; 21] = [
    term("ikibuguzo", "Ikibuguzo", "ikibuguzo"),
    term("ikibuguzo", "Uruheso, Uruheisho", "uruheso"),
    term("ikibuguzo", "beans", "beans"),
    term("ikibuguzo", "array", "array"),
    term("ikibuguzo", "reverse holes", "reverse"),
    term("ikibuguzo", "front row", "front"),
    term("ikibuguzo", "opposition", "opposition"),
    term("kubuguza", "Kubuguza", "kubuguza"),
    term("kubuguza", "pieces", "pieces"),
    term("njombwa", "Njombwa", "njombwa"),
    term("njombwa", "Bau", "bau"),
    term("njombwa", "men", "men"),
    term("njombwa", "gambit", "gambit"),
    term("njombwa", "spread", "spread"),
    term("njombwa", "back row, front row", "rows"),
    term("njombwa", "singleton", "singleton"),
    term("azigo", "Azigo", "azigo"),
    term("azigo", "beans", "beans"),
    term("azigo", "store", "store"),
    term("azigo", "to enter", "enter"),
    term("azigo", "to lift", "lift"),
];

/// The terms of a chapter's source.
fn terms_of(chapter: &Chapter) -> impl Iterator<Item = &'static Term> {
    TERMS.iter().filter(|term| term.chapter == chapter.file)
}

/// Whether a chapter has terms of its source.
pub(super) fn has_terms(chapter: &Chapter) -> bool {
    terms_of(chapter).next().is_some()
}

/// The section with the terms of a chapter's source; nothing if there are none.
pub(super) fn section(chapter: &Chapter, words: &Words) -> Markup {
    html! {
        @if has_terms(chapter) {
            section.glossary {
                h2 #words { (words.text("rules.glossary")) }
                p { (words.fill("rules.glossary.what", &[("source", chapter.source)])) }
                dl {
                    @for term in terms_of(chapter) {
                        dt { i { (term.word) } }
                        dd { (words.text(&format!("rules.term.{}", term.key))) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_explained() {
        for Term { key, .. } in &TERMS {
            let key = format!("rules.term.{key}");
            assert_ne!(Words::english().text(&key), key);
        }
    }
}
