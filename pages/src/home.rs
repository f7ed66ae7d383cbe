//! The first page: what this is, games to play and games to watch. Who shows a token sees its own games too.

#[path = "home/create.rs"]
mod create;
#[path = "home/featured.rs"]
mod showcase;

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::GameSummary;
use maud::{Markup, html};
use serde::Deserialize;

use super::frame::{Page, Refused};
use super::games::head;
use super::listing::{self, Call};
use super::words::Words;
use crate::api::extract::{Caller, Params};
use crate::api::problem::Failure;
use crate::app::App;
use crate::query::lobby::Lobby;
use showcase::Showcase;

/// The query of `GET /`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    /// The lists that the page shows already: where they are still the same, there is nothing to send.
    known: String,
}

/// `GET /`: as a whole, or nothing (`204`) if its lists have not changed.
pub(super) async fn show(
    State(app): State<App>,
    caller: Result<Caller, Failure>,
    asked: Result<Params<Asked>, Failure>,
) -> Result<Response, Refused> {
    let Caller(viewer) = caller.map_err(Failure::into_error)?;
    let Params(Asked { known }) = asked.map_err(Failure::into_error)?;
    let lobby = Lobby::load(&app.store, &app.pending_creations, viewer.as_ref()).await?;
    let tag = tag(&lobby);
    if known == tag {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let words = Words::chosen();
    let showcase = Showcase::of(&app.store, words, &lobby).await?;
    let main = content(words, &lobby, &showcase, &tag);
    let page = Page { name: "home", title: words.say("home.title").to_owned(), head: head(), main };
    let mut response = page.into_response();
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("authorization"));
    Ok(response)
}

fn content(words: &Words, lobby: &Lobby, showcase: &Showcase, tag: &str) -> Markup {
    html! {
        div #home data-known=(tag) {
            div.hero {
                div.start {
                    h1 { (words.say("home.title")) }
                    p.what { (words.say("home.what")) }
                    (create::form(words))
                    (part(words, "yours", &yours(words, lobby)))
                }
                div.showcase data-part="showcase" { (showcase.first) }
            }
            (part(words, "live", &showcase.others))
            div.side-by-side {
                (part(words, "open", &open(words, lobby)))
                (part(words, "results", &results(words, &lobby.results)))
            }
        }
    }
}

/// A list with its heading; hidden while it is empty.
fn part(words: &Words, name: &str, items: &Markup) -> Markup {
    html! {
        section class=(name) aria-labelledby={ "part-" (name) } {
            h2 id={ "part-" (name) } { (words.say(&format!("home.{name}"))) }
            ul data-part=(name) { (items) }
        }
    }
}

fn yours(words: &Words, lobby: &Lobby) -> Markup {
    let call = |is_due| if is_due { Call::Turn } else { Call::None };
    html! { @for game in &lobby.own { (listing::line(words, &game.summary, call(game.is_due))) } }
}

fn open(words: &Words, lobby: &Lobby) -> Markup {
    html! {
        @for game in &lobby.open { (listing::line(words, game, Call::Join)) }
        @if lobby.open.is_empty() { li.none data-key="none" { (words.say("home.open.none")) } }
    }
}

fn results(words: &Words, games: &[GameSummary]) -> Markup {
    html! {
        @for game in games { (listing::line(words, game, Call::None)) }
        @if !games.is_empty() {
            li.more data-key="more" { a href="/games?state=finished" { (words.say("home.results.more")) } }
        }
    }
}

/// What changes whenever a list does.
fn tag(lobby: &Lobby) -> String {
    let own: Vec<_> = lobby.own.iter().map(|game| (&game.summary, game.is_due)).collect();
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&(own, &lobby.open, &lobby.live, &lobby.results))
        .unwrap_or_default()
        .hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
