//! The large board of the home page: the first live game, otherwise the newest finished game, otherwise a board at the
//! start.

use ikibuguzo_engine::{GameStart, Ruleset, Viewer};
use ikibuguzo_protocol::PositionView;
use maud::{Markup, html};

use super::{GameBoard, HomePage};
use crate::board;
use crate::listing;
use crate::words::Words;

/// The featured board.
pub(super) fn board(words: &Words, home: &HomePage<'_>) -> Markup {
    match (home.boards.first(), &home.last_result) {
        (Some(live), _) => game(words, "home.showcase.live", *live),
        (None, Some(result)) => game(words, "home.showcase.last", *result),
        (None, None) => start(words),
    }
}

fn game(words: &Words, title: &str, game: GameBoard<'_>) -> Markup {
    let card = listing::card(words, game.summary, game.position);
    titled(words, title, game.summary.game.as_str(), &card)
}

/// A board at the start of a game, with a link to the rules.
fn start(words: &Words) -> Markup {
    let rules = Ruleset::Kubuguza;
    let GameStart::Play(game) = rules.begin() else { return html! {} };
    let position = PositionView { legal: Vec::new(), ..PositionView::of(&game, Viewer::Spectator) };
    let card = html! {
        li.card data-key="rules" {
            a href={ "/rules/" (rules.name()) } {
                (board::playable(rules, &position, words.text("games.board")))
                span.rules { (words.text("home.showcase.how")) }
            }
        }
    };
    titled(words, "home.showcase.rules", rules.name(), &card)
}

fn titled(words: &Words, title: &str, id: &str, card: &Markup) -> Markup {
    html! {
        div data-key={ (title) "." (id) } {
            p.eyebrow { (words.text(title)) }
            ul { (card) }
        }
    }
}
