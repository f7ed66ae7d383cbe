//! One player's games, those that go on first.

use axum::Json;
use axum::extract::{RawQuery, State};
use ikibuguzo_protocol::{GameList, Profile, Score};
use maud::{Markup, html};

use super::frame::{Page, Refused};
use super::games::{Asked, head, pages};
use super::words::Words;
use super::{listing, lists};
use crate::api::extract::{Caller, Named};
use crate::api::problem::Failure;
use crate::api::profile;
use crate::app::App;
use crate::error::Error;

/// Games that go on, at the most.
const LIVE: u32 = 20;

/// Finished games on a page.
const PAGE: u32 = 30;

/// `GET /players/{name}`.
pub(super) async fn show(
    State(app): State<App>,
    name: Result<Named, Failure>,
    RawQuery(query): RawQuery,
) -> Result<Page, Refused> {
    let name = name.map_err(Failure::into_error)?;
    let found = profile::show(State(app.clone()), Caller(None), name).await;
    let Json(Profile { name, games: scores, .. }) = found.map_err(Failure::into_error)?;
    let cursor = Asked::read(query.as_deref().unwrap_or_default()).only("cursor");
    let encoded = lists::encoded(name.as_str());
    let live = games(&app, &format!("player={encoded}&state=live&limit={LIVE}")).await?;
    let ended = format!("{}&player={encoded}&state=finished&limit={PAGE}", cursor.without(""));
    let ended = games(&app, ended.trim_start_matches('&')).await?;
    let (words, path) = (Words::chosen(), format!("/players/{encoded}"));
    let main = html! {
        h1 { (name) }
        @if !scores.is_empty() { (table(words, &scores)) }
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

/// What came of the player's games.
fn table(words: &Words, scores: &[Score]) -> Markup {
    html! {
        div.scroll role="region" aria-label=(words.say("players.score")) tabindex="0" {
            table {
                thead {
                    tr {
                        @for column in ["game", "won", "lost", "drawn", "no-result"] {
                            th scope="col" { (words.say(&format!("players.score.{column}"))) }
                        }
                    }
                }
                tbody {
                    @for score in scores {
                        tr {
                            th scope="row" { (words.say(&format!("games.rules.{}", score.game))) }
                            @for number in [score.won, score.lost, score.drawn, score.no_result] { td { (number) } }
                        }
                    }
                }
            }
        }
    }
}

async fn games(app: &App, query: &str) -> Result<GameList, Error> {
    lists::find(app, None, query).await.map_err(Failure::into_error)
}
