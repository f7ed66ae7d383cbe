//! What happened last, in words.

use maud::{Markup, html};

use super::told;
use crate::game::GamePage;
use crate::words::Words;

/// Largest number of events that are told.
const MAX_EVENTS: usize = 8;

/// The list, the newest event first.
pub(super) fn section(words: &Words, game: &GamePage) -> Markup {
    let told = newest(words, game);
    html! {
        @if !told.is_empty() {
            section aria-labelledby="news-title" {
                h2 #news-title { (words.text("forms.news")) }
                ol.news reversed { @for text in &told { li { (text) } } }
            }
        }
    }
}

fn newest(words: &Words, game: &GamePage) -> Vec<String> {
    let mut told = Vec::new();
    for (index, event) in game.past.iter().enumerate().rev() {
        let before = || game.past[..index].iter().rev().find_map(|event| event.kind.position());
        told.extend(told::event(words, event, before()));
        if told.len() == MAX_EVENTS {
            break;
        }
    }
    told
}
