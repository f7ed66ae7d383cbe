//! The puzzles.

use axum::extract::{Path, State};
use ikibuguzo_game::projection;
use ikibuguzo_pages::puzzles;
use ikibuguzo_protocol::{ErrorCode, GameId, Role, Timestamp, whole_millis};
use serde::Deserialize;

use super::response::{PageResponse, Refused};
use crate::api::extract::{Address, QueryParams};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::loaded_game::load_game;
use crate::time::DAY;

/// The query of `GET /puzzles`.
#[derive(Debug, Deserialize)]
pub(super) struct PuzzleParams {
    /// A finished game: its players' mistakes become puzzles.
    game: Option<GameId>,
}

/// `GET /puzzles`: today's puzzle of each game; with `game`, what the players of that game missed.
pub(super) async fn list(
    State(app): State<App>,
    Address(address): Address,
    params: Result<QueryParams<PuzzleParams>, Failure>,
) -> Result<PageResponse, Refused> {
    let QueryParams(PuzzleParams { game }) = params.map_err(Failure::into_error)?;
    let Some(id) = game else {
        return Ok(PageResponse(puzzles::list_page(today(app.clock.now()), &address)));
    };
    let loaded = load_game(&app.store, id).await?;
    if !loaded.is_over() {
        return Err(Error::new(ErrorCode::GameNotOver, "the game is not over").into());
    }
    let rules = *projection::view(loaded.room(), Role::Spectator).rules;
    Ok(PageResponse(puzzles::missed_page(id, rules, &address)))
}

/// `GET /puzzles/{rules}`: the puzzles of one game, today's first.
pub(super) async fn of_game(
    State(app): State<App>,
    Address(address): Address,
    Path(name): Path<String>,
) -> Result<PageResponse, Refused> {
    let unknown = || Error::new(ErrorCode::NotFound, "there are no puzzles for such a game");
    let page = puzzles::game_page(&name, today(app.clock.now()), &address).ok_or_else(unknown)?;
    Ok(PageResponse(page))
}

/// The number of days since 1970-01-01 UTC.
fn today(now: Timestamp) -> u64 {
    now.as_millis() / whole_millis(DAY)
}
