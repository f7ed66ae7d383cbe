//! The HTTP side: the page, the API, health. The table of contents of everything that can be asked for.

pub(crate) mod extract;
mod games;
mod health;
mod players;
pub(crate) mod plies;
mod stream;
pub(crate) mod problem;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::map_response_with_state;
use axum::routing::{get, post};
use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE};

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
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{game}", get(games::show))
        .route("/api/games/{game}/join", post(games::join))
        .route("/api/games/{game}/events", get(games::events))
        .route("/api/games/{game}/plies/{ply}", get(plies::show))
        .route("/api/games/{game}/clock", get(games::clock))
        .route("/api/games/{game}/record", get(games::record))
        .route("/api/commands", post(games::command))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_CLIENT_MESSAGE))
        .layer(map_response_with_state(app.clone(), health::count_refusal))
        .with_state(app)
}

async fn not_found() -> Failure {
    Rejection::new(ErrorCode::NotFound, "nothing is here; the API is described in docs/PROTOCOL.md").into()
}

async fn method_not_allowed() -> Failure {
    Rejection::new(ErrorCode::MethodNotAllowed, "this path does not know that method").into()
}
