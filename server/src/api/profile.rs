//! The scores of players.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{HeadToHead, Profile};

use super::extract::{Caller, Named, Opponent};
use super::problem::Failure;
use crate::app::App;
use crate::query::players;

/// `GET /api/players/{name}`: a player's games, counted by game and result.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    Named(name): Named,
) -> Result<Json<Profile>, Failure> {
    Ok(Json(players::profile(&app.store, &name, viewer.as_ref()).await?))
}

/// `GET /api/players/{name}/against/{opponent}`: the score between two players.
pub(super) async fn against(
    State(app): State<App>,
    Caller(viewer): Caller,
    Named(player): Named,
    Opponent(opponent): Opponent,
) -> Result<Json<HeadToHead>, Failure> {
    Ok(Json(players::head_to_head(&app.store, &player, &opponent, viewer.as_ref()).await?))
}
