//! The HTTP side: the page, the API, health. The table of contents of everything that can be asked for.

mod extract;
mod games;
mod players;
pub(crate) mod problem;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Html;
use axum::routing::{get, post};
use ikibuguzo_protocol::{ErrorCode, MAX_CLIENT_MESSAGE};

use crate::app::App;
use crate::room::Rejection;
use crate::socket;
use problem::Failure;

/// Every path of the server.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/healthz", get(health))
        .route("/ws", get(socket::upgrade))
        .route("/api/players", post(players::create))
        .route("/api/players/me", get(players::me))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{game}", get(games::show))
        .route("/api/games/{game}/join", post(games::join))
        .route("/api/games/{game}/events", get(games::events))
        .route("/api/games/{game}/clock", get(games::clock))
        .route("/api/games/{game}/record", get(games::record))
        .route("/api/commands", post(games::command))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_CLIENT_MESSAGE))
        .with_state(app)
}

async fn page() -> Html<&'static str> {
    Html(include_str!("../../web/index.html"))
}

/// Whether the server and its database answer.
async fn health(State(app): State<App>) -> Result<&'static str, Failure> {
    app.store.ping().await?;
    Ok("ok\n")
}

async fn not_found() -> Failure {
    Rejection::new(ErrorCode::NotFound, "nothing is here; the API is described in docs/PROTOCOL.md").into()
}

async fn method_not_allowed() -> Failure {
    Rejection::new(ErrorCode::MethodNotAllowed, "this path does not know that method").into()
}
