//! Tournaments: making, listing, entering and leaving them.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{NewTournament, Tournament, TournamentList, TournamentSummary};

use super::cache::{CachePolicy, Cached};
use super::extract::{AuthenticatedPlayer, Caller, JsonBody, TournamentPath};
use super::problem::Failure;
use super::response::{Created, NoContent};
use crate::app::App;
use crate::error::unknown_tournament;
use crate::query::tournaments::list_tournaments;

/// `POST /api/tournaments`: makes a tournament. The maker enters it like everybody else.
pub(super) async fn create(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    JsonBody(new): JsonBody<NewTournament>,
) -> Result<Created<TournamentSummary>, Failure> {
    Ok(Created(app.make_tournament(&player, &new).await?))
}

/// `GET /api/tournaments`: those that are not over, and those that ended last.
pub(super) async fn list(State(app): State<App>, _: Caller) -> Result<Cached<Json<TournamentList>>, Failure> {
    Ok(Cached(CachePolicy::Revalidate, Json(list_tournaments(&app.store).await?)))
}

/// `GET /api/tournaments/{tournament}`: a tournament with its standings and pairings.
pub(super) async fn show(
    State(app): State<App>,
    _: Caller,
    TournamentPath(id): TournamentPath,
) -> Result<Cached<Json<Tournament>>, Failure> {
    let tournament = app.shown_tournaments.load(&app.store, id).await?;
    let tournament = tournament.as_ref().clone().ok_or_else(unknown_tournament)?;
    Ok(Cached(CachePolicy::Revalidate, Json(tournament)))
}

/// `PUT /api/tournaments/{tournament}/entry`: enters the caller.
pub(super) async fn enter(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    TournamentPath(id): TournamentPath,
) -> Result<NoContent, Failure> {
    app.enter_tournament(id, &player).await?;
    Ok(NoContent)
}

/// `DELETE /api/tournaments/{tournament}/entry`: withdraws the caller.
pub(super) async fn withdraw(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    TournamentPath(id): TournamentPath,
) -> Result<NoContent, Failure> {
    app.withdraw_from_tournament(id, &player).await?;
    Ok(NoContent)
}
