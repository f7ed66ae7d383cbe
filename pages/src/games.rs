//! The history: every public game, searched by a plain form.

#[path = "games/form.rs"]
mod form;

use axum::extract::{Query, State};
use ikibuguzo_protocol::GameList;
use maud::{Markup, html};

use super::frame::{Page, Refused};
use super::words::Words;
use super::{encoding, listing};
use crate::app::App;
use crate::query::game_parameters::GameParameters;
use crate::query::games::find_games;
pub(super) use form::FormValues;

/// Games on a page.
const PAGE_LENGTH: u32 = 30;

/// `GET /games`.
pub(super) async fn show(
    State(app): State<App>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Page, Refused> {
    let values = FormValues::new(pairs);
    let query = GameParameters { limit: Some(PAGE_LENGTH), ..values.parameters()? }.query(None)?;
    let list = find_games(&app.store, &app.pending_creations, &query).await?;
    let words = Words::chosen();
    let main = html! {
        h1 { (words.say("games.title")) }
        (form::form(words, &values))
        @if let Some(player) = values.get("player") {
            p { a href={ "/players/" (encoding::encoded(player)) } { (words.fill("games.player", &[("player", player)])) } }
        }
        section aria-label=(words.say("games.found")) {
            (listing::lines(words, &list.games, if list.next.is_some() { "games.further" } else { "games.none" }))
            (pages(words, &values, &list, "/games"))
        }
    };
    Ok(Page { name: "games", title: words.say("games.title").to_owned(), head: head(), main })
}

/// What the pages of lists have in their heads.
pub(super) fn head() -> Markup {
    html! { link rel="stylesheet" href="/static/lobby.css"; }
}

/// The ways to the other pages of a list.
pub(super) fn pages(words: &Words, values: &FormValues, list: &GameList, path: &str) -> Markup {
    html! {
        @if values.get("cursor").is_some() || list.next.is_some() {
            nav.pages aria-label=(words.say("games.pages")) {
                @if values.get("cursor").is_some() {
                    a rel="first" href={ (path) "?" (values.without("cursor")) } { (words.say("games.newest")) }
                }
                @if let Some(next) = &list.next {
                    a rel="next" href={ (path) "?" (values.with("cursor", next)) } { (words.say("games.older")) }
                }
            }
        }
    }
}
