//! A game for frames of other sites.

use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use ikibuguzo_pages::game::embed;
use ikibuguzo_protocol::Role;

use super::assets::page_files;
use super::game::game_page;
use super::response::{EmbedResponse, Refused, redirect_to_usual};
use crate::api::extract::{Address, GamePath};
use crate::api::problem::Failure;
use crate::app::App;
use crate::query::loaded_game::load_events;

/// `GET /game/{game}/embed`: the board of a game as it stands, which any site may show in a frame.
pub(super) async fn show(
    State(app): State<App>,
    uri: Uri,
    address: Result<Address, Failure>,
    game: Result<GamePath, Failure>,
) -> Result<Response, Refused> {
    let GamePath(id) = game.map_err(Failure::into_error)?;
    let Address(address) = address.map_err(Failure::into_error)?;
    let (loaded, events) = load_events(&app.store, id, 0).await?;
    if let Some(redirect) = redirect_to_usual(&uri, &format!("/game/{id}/embed")) {
        return Ok(redirect);
    }
    let page = game_page(id, loaded.room(), &events, None, Role::Spectator, address, app.clock.now())?;
    Ok(EmbedResponse(embed::document(&page, page_files())).into_response())
}
