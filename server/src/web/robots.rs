//! What crawlers are asked to leave alone.

use axum::response::IntoResponse;

use crate::api::cache::CachePolicy;

/// `GET /robots.txt`: the pages are open to all crawlers, the routes of the API and the WebSocket are not.
pub(super) async fn show() -> impl IntoResponse {
    (CachePolicy::Revalidate, "User-agent: *\nDisallow: /api/\nDisallow: /ws\nDisallow: /metrics\n")
}
