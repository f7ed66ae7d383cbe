//! The ways to share a game. `web/game/sharing.js` adds the links that depend on the shown position.

use maud::{Markup, html};

use super::embed;
use super::scene::GamePage;
use crate::words::Words;

/// The section with the record of a game, and the code that shows it on another site.
pub(super) fn section(game: &GamePage) -> Markup {
    let words = Words::english();
    let frame = embed::frame(&game.address, game.id, &game.view, embed::size(*game.view.rules, None, None));
    html! {
        section #sharing {
            details {
                summary { (words.text("game.share")) }
                p {
                    a #record href={ "/api/games/" (game.id) "/record" } download={ "ikibuguzo-" (game.id) ".txt" } {
                        (words.text("game.share.record"))
                    }
                }
                label for="embed-code" { (words.text("game.share.embed")) }
                textarea #embed-code readonly rows="4" spellcheck="false" { (frame) }
            }
        }
    }
}
