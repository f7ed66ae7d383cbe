//! `GET /api/games`: the history, searched and read page by page.

use axum::Json;
use axum::extract::{Query, State};
use ikibuguzo_protocol::{ErrorCode, GameList};
use ikibuguzo_store::Search;

use super::extract::{Caller, Params};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::game_parameters::GameParameters;
use crate::query::games::find_games;

/// `GET /api/games`.
pub(super) async fn list(
    State(app): State<App>,
    Caller(viewer): Caller,
    Params(parameters): Params<GameParameters>,
) -> Result<Json<GameList>, Failure> {
    let query = parameters.query(viewer.map(|player| player.id))?;
    Ok(Json(find_games(&app.store, &app.pending_creations, &query).await?))
}

/// Reads a query string such as `rules=azigo&result=draw` as a search for public games.
///
/// # Errors
///
/// `bad_query`.
pub fn read(query: &str) -> Result<Search, Error> {
    let bad = |message: &str| Error::new(ErrorCode::BadQuery, message);
    let uri = format!("/?{query}").parse().map_err(|_| bad("it is no query"))?;
    let parameters = Query::<GameParameters>::try_from_uri(&uri);
    parameters.map_err(|rejection| bad(&rejection.body_text()))?.0.search(None)
}
