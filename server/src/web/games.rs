//! The history: every public game, searched by a plain form.

mod form;

use axum::extract::{RawQuery, State};
use ikibuguzo_protocol::GameList;
use maud::{Markup, html};

use super::frame::{Page, Refused};
use super::words::Words;
use super::{listing, lists};
use crate::app::App;
pub(super) use form::Asked;

/// Games on a page.
const PAGE: u32 = 30;

/// `GET /games`.
pub(super) async fn show(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Page, Refused> {
    let asked = Asked::read(query.as_deref().unwrap_or_default());
    let found = lists::find(&app, None, &asked.with("limit", &PAGE.to_string())).await;
    let list = found.map_err(crate::api::problem::Failure::into_error)?;
    let words = Words::chosen();
    let main = html! {
        h1 { (words.say("games.title")) }
        (form::form(words, &asked))
        @if let Some(player) = asked.get("player") {
            p { a href={ "/players/" (lists::encoded(player)) } { (words.fill("games.player", &[("player", player)])) } }
        }
        section aria-label=(words.say("games.found")) {
            (listing::lines(words, &list.games, if list.next.is_some() { "games.further" } else { "games.none" }))
            (pages(words, &asked, &list, "/games"))
        }
    };
    Ok(Page { name: "games", title: words.say("games.title").to_owned(), head: head(), main })
}

/// What the pages of lists have in their heads.
pub(super) fn head() -> Markup {
    html! { link rel="stylesheet" href="/static/lobby.css"; }
}

/// The ways to the other pages of a list.
pub(super) fn pages(words: &Words, asked: &Asked, list: &GameList, path: &str) -> Markup {
    html! {
        @if asked.get("cursor").is_some() || list.next.is_some() {
            nav.pages aria-label=(words.say("games.pages")) {
                @if asked.get("cursor").is_some() {
                    a rel="first" href={ (path) "?" (asked.without("cursor")) } { (words.say("games.newest")) }
                }
                @if let Some(next) = &list.next {
                    a rel="next" href={ (path) "?" (asked.with("cursor", next)) } { (words.say("games.older")) }
                }
            }
        }
    }
}
