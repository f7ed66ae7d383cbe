//! The statistics over all games.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::Stats;

use super::cache::{CachePolicy, Cached};
use super::extract::Caller;
use super::problem::Failure;
use crate::app::App;
use crate::query::statistics::statistics;

/// `GET /api/stats`: the statistics over all games.
pub(super) async fn show(State(app): State<App>, _: Caller) -> Result<Cached<Json<Arc<Stats>>>, Failure> {
    Ok(Cached(CachePolicy::Minute, Json(statistics(&app.store, &app.statistics).await?)))
}
