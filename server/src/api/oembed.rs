//! `GET /api/oembed`: how another site embeds a game (<https://oembed.com>).

use axum::Json;
use axum::extract::State;
use ikibuguzo_game::projection;
use ikibuguzo_pages::address::SiteAddress;
use ikibuguzo_pages::game::{embed, title};
use ikibuguzo_pages::game_image::CARD_SIZE;
use ikibuguzo_protocol::{ErrorCode, GameId, OEmbed, Role, Thumbnail};
use schemars::JsonSchema;
use serde::Deserialize;

use super::cache::{CachePolicy, Cached};
use super::extract::{Address, Caller, QueryParams};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::loaded_game::load_game;

/// The query of `GET /api/oembed`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OEmbedParams {
    /// The address of a game's page on this site.
    url: String,
    /// The largest width of the frame, in pixels.
    maxwidth: Option<u32>,
    /// The largest height of the frame, in pixels.
    maxheight: Option<u32>,
    /// The format of the answer: `json`, which is also the default. There is no other.
    format: Option<String>,
}

/// `GET /api/oembed`: the frame that shows a game.
pub(super) async fn show(
    State(app): State<App>,
    _: Caller,
    Address(address): Address,
    QueryParams(params): QueryParams<OEmbedParams>,
) -> Result<Cached<Json<OEmbed>>, Failure> {
    if params.format.as_ref().is_some_and(|format| format != "json") {
        return Err(Error::new(ErrorCode::UnsupportedFormat, "the only format is `json`").into());
    }
    let foreign = || Error::new(ErrorCode::NotFound, "the url is not that of a game on this site");
    let game = game_at(&address, &params.url).ok_or_else(foreign)?;
    let view = projection::view(load_game(&app.store, game).await?.room(), Role::Spectator);
    let size = embed::size(*view.rules, params.maxwidth, params.maxheight);
    Ok(Cached(
        CachePolicy::Revalidate,
        Json(OEmbed {
            version: OEmbed::VERSION.to_owned(),
            kind: OEmbed::RICH.to_owned(),
            title: title(&view),
            provider_name: "ikibuguzo".to_owned(),
            provider_url: address.link("/"),
            width: size.0,
            height: size.1,
            html: embed::frame(&address, game, &view, size),
            thumbnail: thumbnail(&address, game, &params),
        }),
    ))
}

/// The game whose page a link to this site shows.
fn game_at(address: &SiteAddress, url: &str) -> Option<GameId> {
    let page = address.path_of(url)?.strip_prefix("/game/")?;
    page.strip_suffix("/embed").unwrap_or(page).parse().ok()
}

/// The card of the game, unless it is larger than the site allows.
fn thumbnail(address: &SiteAddress, game: GameId, params: &OEmbedParams) -> Option<Thumbnail> {
    let (width, height) = CARD_SIZE;
    let fits =
        params.maxwidth.is_none_or(|max| width <= max) && params.maxheight.is_none_or(|max| height <= max);
    let url = address.link(&format!("/game/{game}/board.png"));
    fits.then_some(Thumbnail { url, width, height })
}
