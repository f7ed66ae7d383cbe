//! Images of games for links: the board and a card as a spectator sees them, and the link as a QR code.

use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_game::projection;
use ikibuguzo_pages::game_image::{self, CARD_SIZE, GameImage};
use ikibuguzo_pages::qr::{self, LinkTooLong};
use ikibuguzo_protocol::{ErrorCode, GameId, Role, Text};
use serde::Deserialize;

use super::card_renderer::CardRenderer;
use crate::api::cache::CachePolicy;
use crate::api::extract::{Address, GamePath, QueryParams};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::net::etag::{EntityTag, KnownTags};
use crate::query::loaded_game::{Ply, load_game, require_game};

/// The query of an image.
#[derive(Debug, Deserialize)]
pub(super) struct ImageParams {
    /// The number of actions before the position to show, or `last`.
    ply: Option<String>,
}

/// `GET /game/{game}/board.svg`: the board alone.
pub(super) async fn svg(
    State(app): State<App>,
    GamePath(game): GamePath,
    QueryParams(params): QueryParams<ImageParams>,
) -> Result<impl IntoResponse, Failure> {
    let (image, policy) = game_image(&app, game, &params).await?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        // Opened by itself it is a document, which needs its own style and nothing else.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((policy, headers, image.board_svg()))
}

/// `GET /game/{game}/board.png`: a card with the board, 1200 by 630 pixels.
pub(super) async fn png(
    State(app): State<App>,
    Extension(renderer): Extension<CardRenderer>,
    GamePath(game): GamePath,
    QueryParams(params): QueryParams<ImageParams>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failure> {
    let (image, _) = game_image(&app, game, &params).await?;
    // The name of a deleted account is replaced.
    Ok((CachePolicy::Revalidate, card(&renderer, image.card_svg(), &headers).await?))
}

/// A card as pixels. The tag is that of the drawing: a client that has the picture needs no rendering.
async fn card(
    renderer: &CardRenderer,
    drawing: String,
    request: &HeaderMap,
) -> Result<impl IntoResponse + use<>, Error> {
    let tag = EntityTag::of(drawing.as_bytes());
    let pixels = match KnownTags::of(request).contain(tag.as_str()) {
        true => Bytes::new(),
        false => renderer.render(tag.as_str(), drawing, CARD_SIZE).await?,
    };
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::X_CONTENT_TYPE_OPTIONS, "nosniff")];
    Ok((tag, headers, pixels))
}

/// The query of the card of the site.
#[derive(Debug, Deserialize)]
pub(super) struct StartParams {
    /// The game whose start is shown.
    rules: Option<Text<Ruleset>>,
}

/// `GET /card.png`: a card with the start of a game, for links to pages that show no game.
pub(super) async fn start_card(
    Extension(renderer): Extension<CardRenderer>,
    QueryParams(StartParams { rules }): QueryParams<StartParams>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Failure> {
    let drawing = game_image::start_card_svg(rules.map_or(Ruleset::Kubuguza, |rules| *rules));
    Ok((CachePolicy::Revalidate, card(&renderer, drawing, &headers).await?))
}

/// `GET /game/{game}/qr.svg`: the link to the game as a QR code, for a phone beside the screen.
pub(super) async fn qr(
    State(app): State<App>,
    Address(address): Address,
    GamePath(id): GamePath,
) -> Result<impl IntoResponse, Failure> {
    require_game(&app.store, id).await?;
    let too_long = |error: LinkTooLong| Error::new(ErrorCode::Internal, error.to_string());
    let code = qr::svg(&address.link(&format!("/game/{id}"))).map_err(too_long)?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((CachePolicy::Revalidate, headers, code))
}

/// A game at a ply, and how long its board may be kept.
async fn game_image(
    app: &App,
    game: GameId,
    params: &ImageParams,
) -> Result<(GameImage, CachePolicy), Error> {
    let ply = params.ply.as_deref().map(str::parse::<Ply>).transpose()?;
    let game = load_game(&app.store, game).await?;
    let shown = ply.map(|ply| game.ply_view(ply, Role::Spectator)).transpose()?;
    let image = GameImage::new(projection::view(game.room(), Role::Spectator), shown);
    // While a game goes on, actions can be taken back, which changes the position after a number of actions.
    let is_final = game.is_over() && matches!(ply, Some(Ply::After(_)));
    Ok((image, if is_final { CachePolicy::Immutable } else { CachePolicy::Revalidate }))
}
