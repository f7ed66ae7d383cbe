//! Lists of games, as the API gives them: a page can show nothing that anybody could not ask for.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::Uri;
use ikibuguzo_protocol::{ErrorCode, GameList};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::api::extract::{Caller, Params};
use crate::api::problem::Failure;
use crate::api::search;
use crate::app::App;
use crate::error::Error;
use ikibuguzo_game::player::Player;

/// What of a name is encoded.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-');

/// A name as it stands in an address.
pub(super) fn encoded(name: &str) -> String {
    utf8_percent_encode(name, ENCODED).to_string()
}

/// The games that the API lists for this query.
pub(super) async fn find(app: &App, viewer: Option<&Player>, query: &str) -> Result<GameList, Failure> {
    let bad = |why: String| Error::new(ErrorCode::BadQuery, why);
    let uri: Uri = format!("/?{query}").parse().map_err(|_| bad("the query cannot be read".to_owned()))?;
    let params = Query::try_from_uri(&uri).map_err(|error| bad(error.body_text()))?;
    let Query(params) = params;
    let Json(list) = search::list(State(app.clone()), Caller(viewer.cloned()), Params(params)).await?;
    Ok(list)
}
