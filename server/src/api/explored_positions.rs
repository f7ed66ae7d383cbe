//! `GET /api/positions/actions`: what can be played from a position, and what it would do.

use axum::Json;
use axum::extract::State;
use ikibuguzo_game::positions::{MAX_LINE_ACTIONS, MAX_LINE_CHARS, MAX_POSITION_CHARS, explore, read_line};
use ikibuguzo_protocol::{ExploredPosition, GameId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::cache::{CachePolicy, Cached};
use super::extract::{Caller, QueryParams};
use super::problem::Failure;
use super::revealed_position::load_game_at;
use crate::app::App;

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
        description = format!("Actions to play from the position, at most {MAX_LINE_ACTIONS}, with full stops between them."),
        length(min = 1, max = MAX_LINE_CHARS),
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
    let actions = read_line(params.play.as_deref())?;
    let game = load_game_at(&app.store, params.position, params.game, params.ply).await?;
    let explored = explore(game, &actions)?;
    Ok(Cached(CachePolicy::Day, Json(explored)))
}
