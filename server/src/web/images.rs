//! Pictures of games, for links that are sent to others: what a spectator sees, and nothing concealed.

#[path = "../../../pages/src/game_image/style.rs"]
mod look;
#[path = "card_renderer.rs"]
mod painter;
#[path = "../../../pages/src/game_image.rs"]
mod picture;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use ikibuguzo_protocol::{GameId, Role};
use serde::Deserialize;

use super::tagged;
use super::words::Words;
use crate::api::extract::{Game, Params};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::loaded_game::{Ply, load_game};
use ikibuguzo_game::projection;
pub(crate) use painter::Painter;
use picture::Scene;

/// What is asked for beside the game.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// After how many actions, or `last`.
    ply: Option<String>,
}

/// `GET /game/{game}/board.svg`: the board alone.
pub(super) async fn svg(
    State(app): State<App>,
    Game(game): Game,
    Params(asked): Params<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (scene, caching) = scene(&app, game, &asked).await?;
    let drawing = scene.board();
    let tag = tagged::tag_of(&drawing);
    let mut response = tagged::unchanged(&tag, caching, &headers)
        .unwrap_or_else(|| tagged::answer(&tag, caching, "image/svg+xml", drawing));
    // Opened by itself it is a document: its own style is all that it needs.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(guarded(response))
}

/// `GET /game/{game}/board.png`: a card with the board, 1200 by 630 pixels.
pub(super) async fn png(
    State(app): State<App>,
    Game(game): Game,
    Params(asked): Params<Asked>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (scene, caching) = scene(&app, game, &asked).await?;
    let drawing = scene.card(Words::chosen());
    let tag = tagged::tag_of(&drawing);
    if let Some(unchanged) = tagged::unchanged(&tag, caching, &headers) {
        return Ok(guarded(unchanged));
    }
    let pixels = app.painter.paint(&tag, drawing).await?;
    Ok(guarded(tagged::answer(&tag, caching, "image/png", pixels)))
}

async fn scene(app: &App, game: GameId, asked: &Asked) -> Result<(Scene, &'static str), Error> {
    let ply = asked.ply.as_deref().map(str::parse::<Ply>).transpose()?;
    let game = load_game(&app.store, game).await?;
    let shown = ply.map(|ply| game.ply_view(ply, Role::Spectator)).transpose()?;
    let scene = Scene::new(projection::view(game.room(), Role::Spectator), shown);
    // Actions that are taken back change what stands after so many; a game that is over stays as it is.
    let stays = game.is_over() && matches!(ply, Some(Ply::After(_)));
    let caching = if stays { "public, max-age=31536000, immutable" } else { "no-cache" };
    Ok((scene, caching))
}

fn guarded(mut response: Response) -> Response {
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
