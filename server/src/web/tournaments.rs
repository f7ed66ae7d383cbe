//! The pages of tournaments.

use axum::extract::State;
use ikibuguzo_pages::tournaments;

use super::response::{PageResponse, Refused};
use crate::api::extract::{Address, TournamentPath};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::unknown_tournament;
use crate::query::tournaments::{list_tournaments, load_tournament};

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
    // After each change all who follow a tournament ask for its page at the same moment.
    let shared = app.shown_tournaments.of(id);
    let shown = shared.get(async || load_tournament(&app.store, id).await).await?;
    let tournament = (*shown).as_ref().ok_or_else(unknown_tournament)?;
    Ok(PageResponse(tournaments::tournament_page(tournament, &address)))
}
