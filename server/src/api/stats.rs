use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use ikibuguzo_protocol::Stats;

use super::cache::{Answer, Keep, Kept};
use super::extract::Caller;
use super::problem::Failure;
use crate::app::App;

/// `GET /api/stats`: what all games together amount to.
pub(super) async fn show(
    State(app): State<App>,
    headers: HeaderMap,
    _: Caller,
) -> Result<Kept<Json<Stats>>, Failure> {
    Ok(Answer::json(Keep::Minute, &app.store.stats().await?)?.to(&headers))
}
