//! The choice of an opening array, which stays sealed until both players have chosen.

use ikibuguzo_engine::{Array, Ruleset, Seat};
use ikibuguzo_protocol::{Seats, State};
use maud::{Markup, html};

use super::hidden::field;
use super::{FormsGame, board};
use crate::game::{arrays, summary};
use crate::words::Words;

/// The section; nothing while no array is chosen.
pub(super) fn section(words: &Words, game: &FormsGame) -> Markup {
    let view = &game.page.view;
    html! {
        @if view.state == State::Arranging {
            section.card aria-labelledby="arrays-title" {
                h2 #arrays-title { (words.text("forms.arrays")) }
                @if let Some(until) = view.arrange_by {
                    @let left = summary::time(words, until.saturating_since(game.page.now));
                    p { (words.fill("game.arrange-by", &[("time", &left)])) }
                }
                @if game.is_due { (choice(words, game)) } @else { (sealed(words, game)) }
            }
        }
    }
}

fn choice(words: &Words, game: &FormsGame) -> Markup {
    let view = &game.page.view;
    html! {
        form method="post" action=(game.path()) {
            (field("type", "arrange"))
            (game.secrets.command("arrange"))
            @for array in &view.arrays_offered {
                (drawing(words, *view.rules, **array, game.below()))
                button.primary name="array" value=(array) { (words.text(&format!("game.pick.{array}"))) }
            }
        }
    }
}

/// The counters of an array, as its player sees them.
fn drawing(words: &Words, rules: Ruleset, array: Array, own: Seat) -> Markup {
    let mut position = arrays::position(rules, &array.holes());
    if own == Seat::North {
        let Seats { south, north } = position.holes;
        position.holes = Seats { south: north, north: south };
    }
    board::own_side(words, rules, &position, own)
}

/// The visitor's own array; nobody else sees it.
fn sealed(words: &Words, game: &FormsGame) -> Markup {
    let Some(array) = game.page.view.sealed else { return html! {} };
    let array = words.text(&format!("game.array.{array}")).to_owned();
    html! { p { (words.fill("game.sealed.waiting", &[("array", &array)])) } }
}
