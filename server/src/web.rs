//! The web page: HTML that shows its content by itself. The modules in `web/` make it live.

mod address;
mod assets;
#[path = "../../pages/src/board.rs"]
mod board;
#[path = "../../pages/src/link_card.rs"]
mod card;
#[path = "../../pages/src/frame.rs"]
pub(crate) mod frame;
#[path = "../../pages/src/game.rs"]
mod game;
#[path = "../../pages/src/games.rs"]
mod games;
#[path = "../../pages/src/home.rs"]
mod home;
#[path = "web/images.rs"]
mod image;
#[path = "../../pages/src/listing.rs"]
mod listing;
#[path = "../../pages/src/encoding.rs"]
mod encoding;
#[path = "../../pages/src/moment.rs"]
mod moment;
#[path = "../../pages/src/players.rs"]
mod players;
#[path = "../../pages/src/plot.rs"]
mod plot;
#[path = "../../pages/src/qr.rs"]
mod qr;
mod robots;
#[path = "../../pages/src/rules.rs"]
mod rules;
#[path = "../../pages/src/stats.rs"]
mod stats;
mod tagged;
#[path = "../../pages/src/labels.rs"]
mod terms;
#[path = "../../pages/src/words.rs"]
mod words;
#[path = "../../pages/src/you.rs"]
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
