//! The wall of live games.

use axum::extract::State;
use ikibuguzo_pages::home;
use ikibuguzo_pages::live;
use ikibuguzo_protocol::Text;
use serde::Deserialize;

use super::response::{PageResponse, Refused};
use crate::api::extract::{Address, QueryParams};
use crate::api::problem::Failure;
use crate::app::App;
use crate::query::live_wall::live_wall;
use crate::query::named_games::GameIds;

/// The query of `GET /live`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct WallParams {
    /// The games to show first, with commas between them.
    ids: Option<Text<GameIds>>,
}

/// `GET /live`: up to nine boards of live games, which the page follows.
pub(super) async fn show(
    State(app): State<App>,
    address: Result<Address, Failure>,
    params: Result<QueryParams<WallParams>, Failure>,
) -> Result<PageResponse, Refused> {
    let Address(address) = address.map_err(Failure::into_error)?;
    let QueryParams(WallParams { ids }) = params.map_err(Failure::into_error)?;
    let boards =
        live_wall(&app.store, &app.standings, &app.pending_creations, ids.as_deref(), app.clock.now())
            .await?;
    let boards: Vec<_> = boards
        .iter()
        .map(|board| home::GameBoard { summary: &board.summary, position: &board.position })
        .collect();
    Ok(PageResponse(live::page(&boards, &address)))
}
