//! The pages of tournaments.

use axum::extract::State;
use ikibuguzo_pages::tournaments;

use super::response::{PageResponse, Refused};
use crate::api::extract::{Address, TournamentPath};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::unknown_tournament;
use crate::query::tournaments::list_tournaments;

/// `GET /tournaments`.
pub(super) async fn list(State(app): State<App>, Address(address): Address) -> Result<PageResponse, Refused> {
    let list = list_tournaments(&app.store).await?;
    Ok(PageResponse(tournaments::page(&list.tournaments, &address)))
}

/// `GET /tournaments/{tournament}`.
pub(super) async fn show(
    State(app): State<App>,
    Address(address): Address,
    id: Result<TournamentPath, Failure>,
) -> Result<PageResponse, Refused> {
    let TournamentPath(id) = id.map_err(Failure::into_error)?;
    let shown = app.shown_tournaments.load(&app.store, id).await?;
    let tournament = (*shown).as_ref().ok_or_else(unknown_tournament)?;
    Ok(PageResponse(tournaments::tournament_page(tournament, &address)))
}
