//! How to play, in one paragraph and an example that moves. `web/how-to-play.js` shows it on other pages too.

use maud::{Markup, html};

use super::chapter::Chapter;
use super::examples;
use crate::words::Words;

/// The section at the start of the rules of a game.
pub(super) fn section(chapter: &Chapter, words: &Words) -> Markup {
    html! {
        section #how-to-play aria-labelledby="how-to-play-title" {
            h2 #how-to-play-title { (words.text("rules.how-to-play")) }
            p { (words.text(&format!("rules.how-to-play.{}", chapter.file))) }
            (examples::of_start(chapter, words))
            p.further { a href={ "/learn/" (chapter.file) } { (words.text("rules.how-to-play.learn")) } }
        }
    }
}
