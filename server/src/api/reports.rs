//! Reports of players to the operator.

use axum::extract::State;
use ikibuguzo_protocol::NewReport;

use super::extract::{AuthenticatedPlayer, JsonBody};
use super::problem::Failure;
use super::response::NoContent;
use crate::app::App;
use crate::moderation::report;

/// `POST /api/reports`: reports a player to the operator.
pub(super) async fn create(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    JsonBody(new): JsonBody<NewReport>,
) -> Result<NoContent, Failure> {
    report(&app.store, &player, &new, app.clock.now(), &app.chance).await?;
    Ok(NoContent)
}
