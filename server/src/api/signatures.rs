//! What the server has signed about finished games.

use axum::extract::State;
use ikibuguzo_game::calendar::Day;
use ikibuguzo_protocol::{ErrorCode, Text};
use schemars::JsonSchema;
use serde::Deserialize;

use super::cache::{CachePolicy, Cached};
use super::extract::{Caller, GamePath, QueryParams};
use super::problem::Failure;
use super::response::PlainText;
use crate::app::App;
use crate::error::Error;
use crate::query::game_parameters::Moment;
use crate::query::loaded_game::require_game;

/// Largest number of signed lines in one answer.
const MAX_SIGNED_LINES: u32 = 400;

/// The query of `GET /api/roots`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RootsQuery {
    /// Only roots whose last day is before the day of this time, such as `2026-11-28`.
    before: Option<Text<Moment>>,
}

/// `GET /api/games/{game}/inclusion`: shows that a game is in a root that the server has signed.
pub(super) async fn inclusion(
    State(app): State<App>,
    _: Caller,
    GamePath(game): GamePath,
) -> Result<Cached<PlainText>, Failure> {
    if let Some(inclusion) = app.store.load_inclusion(game).await.map_err(Error::from)? {
        return Ok(Cached(CachePolicy::Revalidate, PlainText(inclusion.to_string())));
    }
    require_game(&app.store, game).await?;
    let message = "the server signs a game an hour after the end of the day on which it ended";
    Err(Error::new(ErrorCode::NotSigned, message).into())
}

/// `GET /api/roots`: the signed lines, the newest first, each with its signature behind it.
pub(super) async fn roots(
    State(app): State<App>,
    _: Caller,
    QueryParams(query): QueryParams<RootsQuery>,
) -> Result<Cached<PlainText>, Failure> {
    let before = query.before.map(|Text(Moment(at))| Day::at(at));
    let signed = app.store.list_signed_days(before, MAX_SIGNED_LINES).await.map_err(Error::from)?;
    let lines = signed.iter().map(|days| format!("{} {}\n", days.statement, days.signature));
    Ok(Cached(CachePolicy::Revalidate, PlainText(lines.collect())))
}
