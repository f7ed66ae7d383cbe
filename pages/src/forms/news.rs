//! What happened last, in words.

use maud::{Markup, html};

use super::event_text;
use crate::game::GamePage;
use crate::words::Words;

/// Largest number of events in the list.
const MAX_EVENTS: usize = 8;

/// The list, the newest event first.
pub(super) fn section(words: &Words, game: &GamePage) -> Markup {
    let sentences = newest(words, game);
    html! {
        @if !sentences.is_empty() {
            section aria-labelledby="news-title" {
                h2 #news-title { (words.text("forms.news")) }
                ol.news reversed { @for text in &sentences { li { (text) } } }
            }
        }
    }
}

fn newest(words: &Words, game: &GamePage) -> Vec<String> {
    let mut sentences = Vec::new();
    for (index, event) in game.past.iter().enumerate().rev() {
        let before = || game.past[..index].iter().rev().find_map(|event| event.kind.position());
        sentences.extend(event_text::event(words, event, before()));
        if sentences.len() == MAX_EVENTS {
            break;
        }
    }
    sentences
}
