//! One player's games, those that go on first.

use axum::extract::{Query, State};
use ikibuguzo_protocol::{Profile, Score, StateFilter};
use ikibuguzo_store::{Search, SeatFilter};
use maud::{Markup, html};

use super::frame::{Page, Refused};
use super::games::{FormValues, head, pages};
use super::words::Words;
use super::{encoding, listing};
use crate::api::extract::Named;
use crate::api::problem::Failure;
use crate::app::App;
use crate::query::game_parameters::GameParameters;
use crate::query::games::{find_games, games_in, newest_games};
use crate::query::players::profile;

/// Games that go on, at the most.
const MAX_LIVE: u32 = 20;

/// Finished games on a page.
const PAGE_LENGTH: u32 = 30;

/// `GET /players/{name}`.
pub(super) async fn show(
    State(app): State<App>,
    name: Result<Named, Failure>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Page, Refused> {
    let Named(name) = name.map_err(Failure::into_error)?;
    let Profile { name, games: scores, .. } = profile(&app.store, &name, None).await?;
    let cursor = FormValues::new(pairs).only("cursor");
    let live = Search { seats: SeatFilter::Either(name.clone(), None), ..games_in(StateFilter::Live) };
    let live = newest_games(&app.store, &app.pending_creations, live, MAX_LIVE).await?;
    let finished = GameParameters {
        player: Some(name.clone()),
        state: Some(StateFilter::Finished),
        limit: Some(PAGE_LENGTH),
        ..cursor.parameters()?
    };
    let finished = find_games(&app.store, &app.pending_creations, &finished.query(None)?).await?;
    let (words, path) = (Words::chosen(), format!("/players/{}", encoding::encoded(name.as_str())));
    let main = html! {
        h1 { (name) }
        @if !scores.is_empty() { (table(words, &scores)) }
        @if !live.is_empty() && cursor.get("cursor").is_none() {
            section {
                h2 { (words.say("players.live")) }
                (listing::lines(words, &live, "games.none"))
            }
        }
        section {
            h2 { (words.say("players.finished")) }
            (listing::lines(words, &finished.games, "players.none"))
            (pages(words, &cursor, &finished, &path))
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
