//! The HTTP side: the page, the API, health. The table of contents of everything that can be asked for.

mod cache;
mod export;
pub(crate) mod extract;
mod games;
mod health;
mod players;
pub(crate) mod plies;
mod positions;
pub(crate) mod profile;
pub mod search;
mod stats;
mod stream;
pub(crate) mod problem;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, Uri};
use axum::middleware::map_response_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE};
use tower_http::compression::CompressionLayer;

use crate::app::App;
use crate::page;
use crate::room::Rejection;
use crate::socket;
use problem::Failure;

/// Every path of the server.
pub fn router(app: App) -> Router {
    Router::new()
        .merge(page::router())
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .route("/ws", get(socket::upgrade))
        .route("/api/players", post(players::create))
        .route("/api/players/me", get(players::me))
        .route("/api/players/{name}", get(profile::show))
        .route("/api/players/{name}/against/{opponent}", get(profile::against))
        .route("/api/stats", get(stats::show))
        .route("/api/games", get(search::list).post(games::create))
        .route("/api/games/{game}", get(games::show))
        .route("/api/games/{game}/join", post(games::join))
        .route("/api/games/{game}/events", get(games::events))
        .route("/api/games/{game}/plies/{ply}", get(plies::show))
        .route("/api/games/{game}/clock", get(games::clock))
        .route("/api/games/{game}/record", get(games::record))
        .route("/api/positions", get(positions::book))
        .route("/api/export", get(export::export).layer(CompressionLayer::new().gzip(true)))
        .route("/api/commands", post(games::command))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_CLIENT_MESSAGE))
        .layer(map_response_with_state(app.clone(), health::count_refusal))
        .with_state(app)
}

async fn not_found(headers: HeaderMap, uri: Uri) -> Response {
    let message = "nothing is here; the API is described in docs/PROTOCOL.md";
    let rejection = Rejection::new(ErrorCode::NotFound, message);
    match uri.path().starts_with("/api/") {
        true => Failure::from(rejection).into_response(),
        false => page::refuse(&headers, rejection),
    }
}

async fn method_not_allowed() -> Failure {
    Rejection::new(ErrorCode::MethodNotAllowed, "this path does not know that method").into()
}
