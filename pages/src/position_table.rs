//! A board that belongs to no game, between the rows of both seats. `web/game/position-board.js` makes it live.

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::PositionView;
use maud::{Markup, html};

use crate::board;
use crate::words::Words;

/// The section with the board at a position; the row of `below` is the lower one. `more` stands below it, first
/// [`effects`].
pub(crate) fn section(
    words: &Words,
    rules: Ruleset,
    title: &str,
    view: &PositionView,
    below: Seat,
    more: &Markup,
) -> Markup {
    html! {
        section.play.flipped[below == Seat::North] aria-label=(title) {
            p #state {}
            (row_of(words, Seat::North))
            div #board .board-box { (board::playable(rules, view, title)) }
            (row_of(words, Seat::South))
            div #action-choice {}
            p #last-action .faint role="status" {}
            (more)
        }
    }
}

/// The element for what a hole would do, which a script fills. If it is shown from the beginning, its space is kept.
pub(crate) fn effects(are_shown: bool) -> Markup {
    html! { p #effects role="status" hidden[!are_shown] {} }
}

/// The row of a seat; `web/game/player-rows.js` adds its counters.
fn row_of(words: &Words, seat: Seat) -> Markup {
    let name = match seat {
        Seat::South => "game.south",
        Seat::North => "game.north",
    };
    html! {
        div.player data-seat=(seat) {
            span.seat { (words.text(name)) }
            span.presence {}
        }
    }
}
