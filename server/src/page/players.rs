//! One player's games, those that go on first.

use axum::extract::{Path, RawQuery, State};
use ikibuguzo_protocol::{ErrorCode, GameList, PlayerName};
use maud::html;

use super::frame::{Page, Refused};
use super::games::{Asked, head, pages};
use super::words::Words;
use super::{listing, lists};
use crate::app::App;
use crate::http::problem::Failure;
use crate::room::Rejection;

/// Games that go on, at the most.
const LIVE: u32 = 20;

/// Finished games on a page.
const PAGE: u32 = 30;

/// `GET /players/{name}`.
pub(super) async fn show(
    State(app): State<App>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Page, Refused> {
    let name = known(&app, &name).await?;
    let cursor = Asked::read(query.as_deref().unwrap_or_default()).only("cursor");
    let live = games(&app, &format!("player={name}&state=live&limit={LIVE}")).await?;
    let ended = format!("{}&player={name}&state=finished&limit={PAGE}", cursor.without(""));
    let ended = games(&app, ended.trim_start_matches('&')).await?;
    let (words, path) = (Words::chosen(), format!("/players/{name}"));
    let main = html! {
        h1 { (name) }
        @if !live.games.is_empty() && cursor.get("cursor").is_none() {
            section {
                h2 { (words.say("players.live")) }
                (listing::lines(words, &live.games, "games.none"))
            }
        }
        section {
            h2 { (words.say("players.finished")) }
            (listing::lines(words, &ended.games, "players.none"))
            (pages(words, &cursor, &ended, &path))
        }
    };
    Ok(Page { name: "games", title: name.to_string(), head: head(), main })
}

async fn known(app: &App, name: &str) -> Result<PlayerName, Rejection> {
    // What is no name is nobody's.
    if let Ok(name) = name.parse() {
        if app.store.knows(&name).await? {
            return Ok(name);
        }
    }
    Err(Rejection::new(ErrorCode::NotFound, "there is no player of this name"))
}

async fn games(app: &App, query: &str) -> Result<GameList, Rejection> {
    lists::find(app, None, query).await.map_err(Failure::into_rejection)
}
