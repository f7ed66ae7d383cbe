use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{Credentials, Me};

use super::answer::Created;
use super::extract::{Caller, Known};
use super::problem::Failure;
use crate::app::App;

/// `POST /api/players`: a new guest.
pub(super) async fn create(State(app): State<App>, _: Caller) -> Result<Created<Credentials>, Failure> {
    let (player, token) = app.add_guest().await?;
    Ok(Created(Credentials { name: player.name, token }))
}

/// `GET /api/players/me`: whom the token proves.
pub(super) async fn me(Known(player): Known) -> Json<Me> {
    Json(Me { name: player.name })
}
