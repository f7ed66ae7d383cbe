//! The statistics over all games.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use ikibuguzo_protocol::Stats;

use super::cache::{CacheableBody, Cached};
use super::extract::Caller;
use super::problem::Failure;
use crate::app::App;
use crate::net::etag::CachePolicy;
use crate::query::statistics::statistics;

/// `GET /api/stats`: the statistics over all games.
pub(super) async fn show(
    State(app): State<App>,
    headers: HeaderMap,
    _: Caller,
) -> Result<Cached<Json<Stats>>, Failure> {
    let statistics = statistics(&app.store).await?;
    Ok(CacheableBody::json(CachePolicy::Minute, &statistics)?.respond_to(&headers))
}
