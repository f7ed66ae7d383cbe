//! The web page: HTML that shows its content by itself. The modules in `web/` make it live.

mod address;
mod assets;
mod board;
mod card;
pub(crate) mod frame;
mod game;
mod games;
mod home;
mod image;
mod listing;
mod encoding;
mod moment;
mod players;
mod plot;
mod qr;
mod robots;
mod rules;
mod stats;
mod tagged;
mod terms;
mod words;
mod you;

use axum::Router;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use frame::Refused;
pub(crate) use image::Painter;

/// Every path that people look at.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/games", get(games::show))
        .route("/players/{name}", get(players::show))
        .route("/you", get(you::show))
        .route("/game/{game}", get(game::show))
        .route("/game/{game}/qr.svg", get(qr::show))
        .route("/robots.txt", get(robots::show))
        .route("/game/{game}/board.svg", get(image::svg))
        .route("/game/{game}/board.png", get(image::png))
        .route("/rules", get(rules::shared))
        .route("/rules/{chapter}", get(rules::of_a_game))
        .route("/stats", get(stats::show))
        .route("/static/{*path}", get(assets::file))
}

/// A refusal as whoever asked can read it: a page for people, a problem for programs.
pub(crate) fn refuse(asked: &HeaderMap, error: Error) -> Response {
    let accepted = asked.get(header::ACCEPT).and_then(|types| types.to_str().ok()).unwrap_or_default();
    if accepted.contains("text/html") {
        Refused::from(error).into_response()
    } else {
        Failure::from(error).into_response()
    }
}
