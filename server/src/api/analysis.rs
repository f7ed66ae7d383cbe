//! The analysis of finished games and of positions.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ikibuguzo_engine::Position;
use ikibuguzo_protocol::{Analysis, ErrorCode, GameId, PositionAnalysis};
use schemars::JsonSchema;
use serde::Deserialize;

use super::cache::{CachePolicy, Cached};
use super::extract::{AuthenticatedPlayer, Caller, GamePath, QueryParams};
use super::openapi::operation::{DescribeOutput, Operation};
use super::positions::{MAX_POSITION_CHARS, read_position};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::net::client_address::ClientAddress;
use crate::query::analysis::finished_position;

/// Seconds after which a player may ask for another game, if too many wait.
const RETRY_AFTER: u64 = 10;

/// The index of the stores among the fields of a position.
const STORES_FIELD: usize = 3;

/// An analysis that a player asked for: `200` if it is done, else `202`.
pub(super) struct RequestedAnalysis(Analysis);

/// The query of `GET /api/positions/analysis`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionParams {
    /// The position in the notation of `docs/NOTATION.md`, or its first seven fields.
    #[schemars(length(min = 1, max = MAX_POSITION_CHARS))]
    position: Option<String>,
    /// A finished game that reached the position.
    game: Option<GameId>,
    /// The number of actions played in the game before the position; all of them if left out.
    ply: Option<u32>,
}

/// `POST /api/games/{game}/analysis`: asks for the analysis of a finished game.
pub(super) async fn request(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    GamePath(game): GamePath,
) -> Result<RequestedAnalysis, Failure> {
    let requested = app.analyses.request(game, &player.id).await;
    Ok(RequestedAnalysis(requested.map_err(|error| Failure::try_again(error, RETRY_AFTER))?))
}

/// `GET /api/games/{game}/analysis`: the analysis, as far as it is done.
pub(super) async fn show(
    State(app): State<App>,
    _: Caller,
    GamePath(game): GamePath,
) -> Result<Cached<Json<Analysis>>, Failure> {
    let analysis = app.analyses.find(game).await?;
    let policy = if analysis.done { CachePolicy::Revalidate } else { CachePolicy::NoStore };
    Ok(Cached(policy, Json(analysis)))
}

/// `GET /api/positions/analysis`: the best turns of a position.
pub(super) async fn position(
    State(app): State<App>,
    client: ClientAddress,
    _: Caller,
    QueryParams(params): QueryParams<PositionParams>,
) -> Result<Cached<Json<PositionAnalysis>>, Failure> {
    let position = params.find_position(&app).await?;
    let analysis = app.analyses.analyse_position(client.block(), position).await?;
    Ok(Cached(CachePolicy::Day, Json(analysis)))
}

impl PositionParams {
    async fn find_position(self, app: &App) -> Result<Position, Error> {
        match (self.position, self.game, self.ply) {
            (Some(text), None, None) => read_open_position(&text),
            (None, Some(game), ply) => {
                finished_position(&app.store, game, ply.and_then(|ply| usize::try_from(ply).ok())).await
            }
            _ => {
                let why = "give one of: a `position`; a `game`, with its `ply` if you like";
                Err(Error::new(ErrorCode::BadQuery, why))
            }
        }
    }
}

/// Parses a position whose stores are not concealed.
fn read_open_position(text: &str) -> Result<Position, Error> {
    if text.split(' ').nth(STORES_FIELD).is_some_and(|stores| stores.contains('?')) {
        let why = "the position conceals a store: give the number of counters in both";
        return Err(Error::new(ErrorCode::ConcealedStore, why));
    }
    read_position(text)
}

impl IntoResponse for RequestedAnalysis {
    fn into_response(self) -> Response {
        let status = if self.0.done { StatusCode::OK } else { StatusCode::ACCEPTED };
        (status, Json(self.0)).into_response()
    }
}

impl DescribeOutput for RequestedAnalysis {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.json_response::<Analysis>(StatusCode::OK, "Done");
        operation.json_response::<Analysis>(StatusCode::ACCEPTED, "The turns that are analysed so far");
    }
}
