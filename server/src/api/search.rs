//! `GET /api/games`: the search for games.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::GameList;
use ikibuguzo_store::Search;

use super::cache::{CachePolicy, Cached};
use super::extract::{Caller, QueryParams, parse_query};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::game_parameters::GameParameters;
use crate::query::named_games::find_named_games;
use crate::query::turns::find_games_with_turns;

/// `GET /api/games`: one page of a search, or the games that are named.
pub(super) async fn list(
    State(app): State<App>,
    Caller(viewer): Caller,
    QueryParams(mut parameters): QueryParams<GameParameters>,
) -> Result<Cached<Json<GameList>>, Failure> {
    if let Some(ids) = parameters.take_ids()? {
        let viewer = viewer.as_ref().map(|player| &player.id);
        let games = find_named_games(&app.store, &app.standings, &ids, viewer, app.clock.now()).await?;
        return Ok(Cached(CachePolicy::Revalidate, Json(games)));
    }
    let query = parameters.query(viewer.as_ref())?;
    let games =
        find_games_with_turns(&app.store, &app.pending_creations, &app.standings, &query, app.clock.now())
            .await?;
    Ok(Cached(CachePolicy::Revalidate, Json(games)))
}

/// Parses a query string such as `rules=azigo&result=draw` as a search for public games.
///
/// # Errors
///
/// `bad_query` if it is not a search.
pub fn read(query: &str) -> Result<Search, Error> {
    parse_query::<GameParameters>(query)?.search(None)
}
