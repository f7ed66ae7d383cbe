//! The wall of live games: up to nine boards. `web/live.js` makes them live.

use maud::html;

use crate::address::SiteAddress;
use crate::frame::Page;
use crate::home::GameBoard;
use crate::link_card;
use crate::listing;
use crate::words::Words;

/// The path of the page.
const PATH: &str = "/live";

/// The page with these boards.
pub fn page(boards: &[GameBoard<'_>], address: &SiteAddress) -> Page {
    let words = Words::english();
    let title = words.text("live.title").to_owned();
    let head = html! {
        (link_card::of_page(address, PATH, &title, words.text("live.what")))
    };
    let main = html! {
        h1 { (title) }
        p.description { (words.text("live.what")) }
        section #wall.live aria-label=(title) hidden[boards.is_empty()] {
            ul data-part="wall" { @for game in boards { (listing::card(words, game.summary, game.position)) } }
        }
        p #wall-empty.none hidden[!boards.is_empty()] {
            (words.text("live.none")) " " a href="/" { (words.text("live.start")) }
        }
        p #announcements .visually-hidden aria-live="polite" {}
    };
    Page { name: "live", title, style: "live", head, main }
}
