//! The routes of the pages: each one calls the query layer, hands plain data to `ikibuguzo_pages`, and sets the
//! headers.

mod analysis_board;
mod api_page;
mod application;
mod assets;
mod card_renderer;
mod embed;
mod error_codes;
mod exports;
mod forms;
mod game;
mod games;
mod games_key;
mod home;
mod images;
mod leaderboards;
mod learn;
mod live;
mod moving_image;
mod offline;
mod players;
mod puzzles;
mod response;
mod robots;
mod rules;
mod stats;
mod tournaments;
mod you;

use std::sync::Arc;

use axum::Router;
use axum::extract::Extension;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::api::openapi::Description;
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use api_page::ApiPage;
use card_renderer::CardRenderer;
use response::Refused;

/// The paths of the pages, and of the files and images that they refer to.
pub(crate) fn routes(description: Arc<Description>) -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/games", get(games::show))
        .route("/live", get(live::show))
        .route("/players/{name}", get(players::show))
        .route("/leaderboards", get(leaderboards::show))
        .route("/tournaments", get(tournaments::list))
        .route("/tournaments/{tournament}", get(tournaments::show))
        .route("/you", get(you::show))
        .route("/card.png", get(images::start_card))
        .route("/game/{game}", get(game::show))
        .route("/forms", get(forms::start::show).post(forms::start::submit))
        .route("/forms/{game}", get(forms::game::show).post(forms::game::submit))
        .route("/game/{game}/embed", get(embed::show))
        .route("/game/{game}/qr.svg", get(images::qr))
        .route("/game/{game}/board.svg", get(images::svg))
        .route("/game/{game}/board.png", get(images::png))
        .route("/game/{game}/replay.svg", get(moving_image::show))
        .route("/rules", get(rules::shared))
        .route("/rules/{chapter}", get(rules::of_game))
        .route("/learn", get(learn::list))
        .route("/learn/{rules}", get(learn::of_game))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/{rules}", get(puzzles::of_game))
        .route("/analysis", get(analysis_board::show))
        .route("/offline", get(offline::list))
        .route("/offline/{rules}", get(offline::of_rules))
        .route("/stats", get(stats::show))
        .route("/api", get(api_page::show))
        .route("/errors", get(error_codes::show))
        .route("/exports/{file}", get(exports::file))
        .route("/robots.txt", get(robots::show))
        .route("/.well-known/ikibuguzo-key.pem", get(games_key::show))
        .route("/static/{*path}", get(assets::file))
        .route("/service-worker.js", get(assets::service_worker))
        .route("/manifest.webmanifest", get(application::show_manifest))
        .route("/icon/{icon}", get(application::icon))
        .layer(Extension(CardRenderer::default()))
        .layer(Extension(Arc::new(ApiPage::new(description))))
}

/// An error as a page if the client accepts HTML, otherwise as a problem.
pub(crate) fn refuse(request: &HeaderMap, error: Error) -> Response {
    let accepted = request.get(header::ACCEPT).and_then(|types| types.to_str().ok()).unwrap_or_default();
    if accepted.contains("text/html") {
        Refused::from(error).into_response()
    } else {
        Failure::from(error).into_response()
    }
}
