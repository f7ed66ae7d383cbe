//! The web page: HTML that shows its content by itself. The modules in `web/` make it live.

mod address;
mod assets;
mod board;
pub(crate) mod frame;
mod game;
mod games;
mod home;
mod listing;
mod lists;
mod moment;
mod players;
mod qr;
mod robots;
mod terms;
mod words;

use axum::Router;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::http::problem::Failure;
use crate::room::Rejection;
use frame::Refused;

/// Every path that people look at.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/games", get(games::show))
        .route("/players/{name}", get(players::show))
        .route("/game/{game}", get(game::show))
        .route("/game/{game}/qr.svg", get(qr::show))
        .route("/robots.txt", get(robots::show))
        .route("/static/{*path}", get(assets::file))
}

/// A refusal as whoever asked can read it: a page for people, a problem for programs.
pub(crate) fn refuse(asked: &HeaderMap, rejection: Rejection) -> Response {
    let accepted = asked.get(header::ACCEPT).and_then(|types| types.to_str().ok()).unwrap_or_default();
    if accepted.contains("text/html") {
        Refused::from(rejection).into_response()
    } else {
        Failure::from(rejection).into_response()
    }
}
