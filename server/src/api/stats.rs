use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use ikibuguzo_protocol::Stats;

use super::cache::{Answer, Keep, Kept};
use super::extract::Caller;
use super::problem::Failure;
use crate::app::App;
use crate::query::statistics::statistics;

/// `GET /api/stats`: the statistics over all games.
pub(super) async fn show(
    State(app): State<App>,
    headers: HeaderMap,
    _: Caller,
) -> Result<Kept<Json<Stats>>, Failure> {
    Ok(Answer::json(Keep::Minute, &statistics(&app.store).await?)?.to(&headers))
}
