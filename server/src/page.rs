//! The web page: HTML that shows its content by itself. The modules in `web/` make it live.

mod address;
mod assets;
mod board;
mod frame;
mod game;
mod home;
mod qr;
mod words;

use axum::Router;
use axum::routing::get;

use crate::app::App;

/// Every path that people look at.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/game/{game}", get(game::show))
        .route("/game/{game}/qr.svg", get(qr::show))
        .route("/static/{*path}", get(assets::file))
}
