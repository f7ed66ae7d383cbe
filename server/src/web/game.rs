//! The page of one game.

use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use ikibuguzo_game::projection::{self, ProjectedEvent};
use ikibuguzo_game::room::Room;
use ikibuguzo_pages::address::SiteAddress;
use ikibuguzo_pages::game::{self, GamePage};
use ikibuguzo_protocol::{ErrorCode, Event, GameId, GameRatings, Role, Seats, Timestamp};
use serde::Deserialize;

use super::response::{PageResponse, Refused, redirect_to_usual};
use crate::api::extract::{Address, GamePath, QueryParams};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::loaded_game::load_events;
use crate::query::ratings::game_ratings;

/// The query of `GET /game/{game}`.
#[derive(Debug, Deserialize)]
pub(super) struct GameParams {
    /// The number of actions before the position to show; all if left out.
    ply: Option<usize>,
}

/// `GET /game/{game}`: the game as it stands, or after `?ply=` actions. Another spelling of the id redirects to the
/// usual one.
pub(super) async fn show(
    State(app): State<App>,
    uri: Uri,
    address: Result<Address, Failure>,
    game: Result<GamePath, Failure>,
    params: Result<QueryParams<GameParams>, Failure>,
) -> Result<Response, Refused> {
    let GamePath(id) = game.map_err(Failure::into_error)?;
    let Address(address) = address.map_err(Failure::into_error)?;
    let QueryParams(GameParams { ply }) = params.map_err(Failure::into_error)?;
    let (loaded, events) = load_events(&app.store, id, 0).await?;
    let loaded = loaded.with_downtimes_excused(&app.nodes, app.clock.now());
    if let Some(redirect) = redirect_to_usual(&uri, &format!("/game/{id}")) {
        return Ok(redirect);
    }
    let page = game_page(id, loaded.room(), &events, ply, Role::Spectator, address, app.clock.now())?;
    let has_analysis = loaded.is_over() && app.analyses.has_analysis(id).await?;
    let GameRatings { ratings } = game_ratings(&app.store, id, app.clock.now()).await?;
    let page = GamePage { has_analysis, ratings, ..page };
    Ok(PageResponse(game::page(&page)).into_response())
}

/// The page of a game after `ply` actions, as a role sees it; as it stands if left out.
///
/// # Errors
///
/// `unknown_ply` if the game has not reached the ply, or has no board.
pub(super) fn game_page(
    id: GameId,
    room: &Room,
    events: &[ProjectedEvent],
    ply: Option<usize>,
    role: Role,
    address: SiteAddress,
    now: Timestamp,
) -> Result<GamePage, Error> {
    let view = projection::view(room, role);
    let acts = room.actions().to_vec();
    let unknown = || Error::new(ErrorCode::UnknownPly, format!("{} actions have been played", acts.len()));
    let position = match ply {
        None => view.position.clone(),
        Some(ply) => Some(projection::position_after(room, ply, role).ok_or_else(unknown)?),
    };
    let ply = ply.unwrap_or(acts.len());
    let head = room.head();
    Ok(GamePage {
        id,
        view,
        head,
        acts,
        ply,
        position,
        past: past(events, role),
        ratings: Seats::default(),
        has_analysis: false,
        address,
        now,
    })
}

/// The events as a player sees them. The page of everybody begins with all of them, or with none if some depend on who
/// sees them: its visitor may be a player.
fn past(events: &[ProjectedEvent], role: Role) -> Vec<Event> {
    let is_shown = role.seat().is_some() || events.iter().all(ProjectedEvent::is_same_for_all);
    let events = events.iter().filter(|_| is_shown);
    events.map(|event| event.to(role).clone()).collect()
}
