//! `GET /api/games/{game}/plies/{ply}`: a game after a number of actions.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::PlyView;

use super::cache::{CachePolicy, Cached};
use super::extract::{Caller, GamePath, PlyPath};
use super::games::{log_policy, play_policy};
use super::problem::Failure;
use crate::app::App;
use crate::query::loaded_game::{LoadedGame, Ply, load_game};

/// `GET /api/games/{game}/plies/{ply}`: the game after a number of actions, and what each legal action would do.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
    PlyPath(ply): PlyPath,
) -> Result<Cached<Json<PlyView>>, Failure> {
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let game = load_game(&app.store, game).await?;
    let shown = game.ply_view(ply, game.role_of(viewer.as_ref()))?;
    Ok(Cached(ply_policy(&game, ply), Json(shown)))
}

/// The policy of a ply. During the game, a numbered ply also changes when actions are taken back.
fn ply_policy(game: &LoadedGame, ply: Ply) -> CachePolicy {
    match ply {
        Ply::After(_) => play_policy(game),
        Ply::Last => log_policy(game),
    }
}
