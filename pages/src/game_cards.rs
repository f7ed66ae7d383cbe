//! The content of a page that lists the games, each as a board with a link.

use ikibuguzo_engine::Ruleset;
use maud::{Markup, html};

use crate::board;
use crate::words::Words;

/// The list. `title` and `what` say what it is, and `card` draws the card of a game, or nothing.
pub(crate) fn list(title: &str, what: &str, card: impl Fn(Ruleset) -> Markup) -> Markup {
    html! {
        svg.seeds-store width="0" height="0" aria-hidden="true" focusable="false" {
            defs {
                (board::heap_definitions())
                @for game in board::distinct_shapes(Ruleset::STANDARD) { (board::ground_definition(game)) }
            }
        }
        h1 { (title) }
        p.description { (what) }
        ul.courses { @for game in Ruleset::STANDARD { (card(game)) } }
    }
}

/// The name of a game.
pub(crate) fn name_of(words: &Words, game: Ruleset) -> &str {
    words.find(&format!("games.rules.{}", game.name())).unwrap_or_default()
}
