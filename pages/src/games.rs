//! The history: every public game, with a form to search it.

mod form;

use ikibuguzo_protocol::{GameList, PlayerName};
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::encoding::encoded;
use crate::frame::Page;
use crate::link_card;
use crate::listing;
use crate::words::Words;
pub use form::FormValues;

/// The page that answers a search: the form with these values, the games found, and the players who may be meant.
pub fn page(values: &FormValues, found: &GameList, suggested: &[PlayerName], address: &SiteAddress) -> Page {
    let words = Words::english();
    let none = if found.next.is_some() { "games.further" } else { "games.none" };
    let main = html! {
        h1 { (words.text("games.title")) }
        p { a href="/live" { (words.text("live.all")) } }
        (form::form(words, values))
        @if let Some(player) = values.get("player") {
            p { a href={ "/players/" (encoded(player)) } { (words.fill("games.player", &[("player", player)])) } }
        }
        section #search-results aria-label=(words.text("games.found")) {
            (listing::lines(words, &found.games, none))
            (suggestions(words, values, suggested))
            (page_links(words, values, found, "/games"))
        }
    };
    let title = words.text("games.title").to_owned();
    let head = html! {
        (link_card::of_page(address, "/games", &title, words.text("games.what")))
    };
    Page { name: "games", title, style: "lobby", head, main }
}

/// Links to the same search for other players.
fn suggestions(words: &Words, values: &FormValues, names: &[PlayerName]) -> Markup {
    html! {
        @if !names.is_empty() {
            p { (words.text("games.suggested")) }
            ul.names {
                @for name in names {
                    li { a href={ "/games?" (values.with("player", name.as_str())) } { (name.as_str()) } }
                }
            }
        }
    }
}

/// The page that refuses a search: the form as it was filled in, and what is wrong.
pub fn refusal(values: &FormValues, why: &str) -> Page {
    let words = Words::english();
    let main = html! {
        h1 { (words.text("games.title")) }
        (form::form(words, values))
        p.problem role="alert" { (words.fill("games.refused", &[("why", why)])) }
    };
    Page { name: "games", title: words.text("games.title").to_owned(), style: "lobby", head: html! {}, main }
}

/// The links to the first and to the next page of a list.
pub(crate) fn page_links(words: &Words, values: &FormValues, list: &GameList, path: &str) -> Markup {
    let is_later_page = values.get("cursor").is_some();
    html! {
        @if is_later_page || list.next.is_some() {
            nav.pages aria-label=(words.text("games.pages")) {
                @if is_later_page {
                    a rel="first" href={ (path) "?" (values.without("cursor")) } { (words.text("games.newest")) }
                }
                @if let Some(next) = &list.next {
                    a rel="next" href={ (path) "?" (values.with("cursor", next)) } { (words.text("games.older")) }
                }
            }
        }
    }
}
