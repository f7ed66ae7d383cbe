//! `GET /api/games/{game}/plies/{ply}`: a game after a number of actions.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use ikibuguzo_protocol::{Notation, PlyView, Spelling};

use super::extract::{Caller, Game, path_part};
use super::problem::Failure;
use crate::app::App;
use crate::query::loaded_game::{Ply, load_game};

/// `GET /api/games/{game}/plies/{ply}`: the game after a number of actions, and what could be played there.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    Game(game): Game,
    ply: Ply,
) -> Result<Json<PlyView>, Failure> {
    let game = load_game(&app.store, game).await?;
    Ok(Json(game.ply_view(ply, game.role_of(viewer.as_ref()))?))
}

impl<S: Send + Sync> FromRequestParts<S> for Ply {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let ply = path_part(parts, state, "ply").await.unwrap_or_default();
        ply.parse().map_err(Failure::from)
    }
}

impl Notation for Ply {
    const NAME: &'static str = "Ply";
    const MEANS: &'static str = "The number of actions played, or `last` for all of them.";

    fn spelling() -> Spelling {
        Spelling::Pattern("^(0|[1-9][0-9]{0,9}|last)$")
    }
}
