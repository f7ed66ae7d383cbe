//! The arrays that Ikibuguzo's seats may choose from, in words. `web/arrange.js` draws each on a board of its own.

use ikibuguzo_engine::{Array, Ruleset, Seat};
use ikibuguzo_protocol::{PositionView, Seats, Stores};
use maud::{Markup, html};

use super::{Scene, told};

/// The arrays on offer; nothing in the games that have none. Nobody's choice is in it.
pub(super) fn show(scene: &Scene) -> Markup {
    let Ruleset::Ikibuguzo { opening } = *scene.view.rules else { return html! {} };
    let (title, how) = match opening.arrays() {
        [_] => ("game.array", "game.array-how"),
        _ => ("game.arrays", "game.arrays-how"),
    };
    html! {
        section #arrays .card aria-labelledby="arrays-title" {
            h2 #arrays-title { (scene.words.say(title)) }
            p { (scene.words.say(how)) }
            div.pair { @for &array in opening.arrays() { (figure(scene, array)) } }
        }
    }
}

fn figure(scene: &Scene, array: Array) -> Markup {
    let rules = *scene.view.rules;
    let caption = scene.words.say(match array {
        Array::First => "game.array.first",
        Array::Second => "game.array.second",
    });
    let holes: Vec<String> = array.holes().iter().map(u8::to_string).collect();
    let words = told::counts(scene.words, Seat::South, &position(rules, &array.holes()));
    html! {
        figure.array data-array=(array) data-holes=(holes.join(",")) {
            div.half {}
            figcaption { (caption) }
            p.in-words { (words) }
        }
    }
}

/// A board on which nothing stands but these counters in South's holes.
pub(super) fn position(rules: Ruleset, south: &[u8]) -> PositionView {
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
