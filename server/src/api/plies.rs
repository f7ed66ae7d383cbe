//! `GET /api/games/{game}/plies/{ply}`: a game after a number of actions.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::PlyView;

use super::extract::{Caller, GamePath, PlyPath};
use super::problem::Failure;
use crate::app::App;
use crate::query::loaded_game::load_game;

/// `GET /api/games/{game}/plies/{ply}`: the game after a number of actions, and what each legal action would do.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
    PlyPath(ply): PlyPath,
) -> Result<Json<PlyView>, Failure> {
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let game = load_game(&app.store, game).await?;
    Ok(Json(game.ply_view(ply, game.role_of(viewer.as_ref()))?))
}
