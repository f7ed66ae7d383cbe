//! `GET /api/positions/actions`: what can be played from a position, and what it would do.

use axum::Json;
use axum::extract::State;
use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{ErrorCode, ExplorationError, ExploredPosition, GameId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::cache::{CachePolicy, Cached};
use super::extract::{Caller, QueryParams};
use super::positions::MAX_POSITION_CHARS;
use super::problem::Failure;
use super::revealed_position::load_game_at;
use crate::app::App;
use crate::error::Error;

/// Largest number of actions in `play`.
const MAX_ACTIONS: usize = 100;

/// Largest number of characters in `play`: those of the actions, and the full stops between them.
const MAX_PLAY_CHARS: usize = 3 * MAX_ACTIONS - 1;

/// Actions with full stops between them.
const PLAY_PATTERN: &str = r"^(-|\*>?|[A-Ta-t]<?)(\.(-|\*>?|[A-Ta-t]<?))*$";

/// The query of `GET /api/positions/actions`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExploreParams {
    /// The position in the notation of `docs/NOTATION.md`, or its first seven fields.
    #[schemars(length(min = 1, max = MAX_POSITION_CHARS))]
    position: Option<String>,
    /// A finished game that reached the position.
    game: Option<GameId>,
    /// The number of actions played in the game before the position; all of them if left out.
    ply: Option<u32>,
    #[schemars(
        description = format!("Actions to play from the position, at most {MAX_ACTIONS}, with full stops between them."),
        length(min = 1, max = MAX_PLAY_CHARS),
        regex(pattern = PLAY_PATTERN),
    )]
    play: Option<String>,
}

/// `GET /api/positions/actions`: a position, actions played from it, and what each legal action would do then.
pub(super) async fn show(
    State(app): State<App>,
    _: Caller,
    QueryParams(params): QueryParams<ExploreParams>,
) -> Result<Cached<Json<ExploredPosition>>, Failure> {
    let actions = read_actions(params.play.as_deref())?;
    let game = load_game_at(&app.store, params.position, params.game, params.ply).await?;
    let explored = ExploredPosition::after(game, &actions).map_err(refusal)?;
    Ok(Cached(CachePolicy::Day, Json(explored)))
}

fn read_actions(play: Option<&str>) -> Result<Vec<Action>, Error> {
    let Some(play) = play else { return Ok(Vec::new()) };
    if play.chars().count() > MAX_PLAY_CHARS {
        return Err(too_long(MAX_PLAY_CHARS, "characters"));
    }
    if play.split('.').count() > MAX_ACTIONS {
        return Err(too_long(MAX_ACTIONS, "actions"));
    }
    play.split('.').map(read_action).collect()
}

fn read_action(text: &str) -> Result<Action, Error> {
    text.parse().map_err(|_| Error::new(ErrorCode::BadAction, format!("{text:?} is not an action")))
}

fn too_long(limit: usize, unit: &str) -> Error {
    Error::new(ErrorCode::BadQuery, format!("`play` has at most {limit} {unit}"))
}

fn refusal(error: ExplorationError) -> Error {
    match error {
        ExplorationError::Illegal(action) => {
            Error::new(ErrorCode::IllegalAction, format!("{action} cannot be played there"))
        }
        ExplorationError::TooManyLaps => too_long(ExploredPosition::MAX_LAPS, "laps"),
    }
}
