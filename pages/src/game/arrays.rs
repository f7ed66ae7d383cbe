//! The opening arrays, in words. `web/arrange.js` draws each on a board.

use ikibuguzo_engine::{Array, Ruleset, Seat};
use ikibuguzo_protocol::{PositionView, Seats, Stores};
use maud::{Markup, html};

use super::scene::GamePage;
use super::summary;
use crate::words::Words;

/// The section with the arrays on offer; nothing in other games. It does not show which one a player has chosen.
pub(super) fn section(game: &GamePage) -> Markup {
    let rules = *game.view.rules;
    let (title, how) = match rules.arrays() {
        [] => return html! {},
        [_] => ("game.array", "game.array-how"),
        _ => ("game.arrays", "game.arrays-how"),
    };
    let words = Words::english();
    html! {
        section #arrays .card aria-labelledby="arrays-title" {
            h2 #arrays-title { (words.text(title)) }
            p { (words.text(how)) }
            div.pair { @for &array in rules.arrays() { (figure(words, rules, array)) } }
        }
    }
}

fn figure(words: &Words, rules: Ruleset, array: Array) -> Markup {
    let caption = words.text(match array {
        Array::First => "game.array.first",
        Array::Second => "game.array.second",
    });
    let holes: Vec<String> = array.holes().iter().map(u8::to_string).collect();
    let counts = summary::counts(words, Seat::South, &position(rules, &array.holes()));
    html! {
        figure.array data-array=(array) data-holes=(holes.join(",")) {
            div.half {}
            figcaption { (caption) }
            p.in-words { (counts) }
        }
    }
}

/// A board that is empty except for these counters in South's holes.
pub(crate) fn position(rules: Ruleset, south: &[u8]) -> PositionView {
    let side = vec![0; rules.rows() * rules.columns()];
    let mut filled = side.clone();
    filled[..south.len()].copy_from_slice(south);
    PositionView {
        holes: Seats { south: filled, north: side },
        ply: 0,
        turns: 0,
        to_move: None,
        pending: None,
        legal: Vec::new(),
        stores: rules.has_stores().then_some(Stores { south: None, north: None }),
    }
}
