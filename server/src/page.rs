//! The web page: HTML that shows its content by itself. The modules in `web/` make it live.

mod address;
mod assets;
mod board;
mod card;
mod frame;
mod game;
mod home;
mod image;
mod rules;
mod tagged;
mod words;

use axum::Router;
use axum::routing::get;

use crate::app::App;
pub(crate) use image::Painter;
#[cfg(test)]
pub(crate) use image::drawn;

/// Every path that people look at.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/game/{game}", get(game::show))
        .route("/game/{game}/board.svg", get(image::svg))
        .route("/game/{game}/board.png", get(image::png))
        .route("/rules", get(rules::shared))
        .route("/rules/{chapter}", get(rules::of_a_game))
        .route("/static/{*path}", get(assets::file))
}
