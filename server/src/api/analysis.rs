//! The analysis of finished games and of positions.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_game::positions::MAX_POSITION_CHARS;
use ikibuguzo_protocol::{Analysis, GameId, PositionAnalysis};
use schemars::JsonSchema;
use serde::Deserialize;

use super::analysis_stream;
use super::cache::{CachePolicy, Cached};
use super::extract::{AuthenticatedPlayer, Caller, GamePath, QueryParams};
use super::openapi::operation::{DescribeOutput, Operation};
use super::problem::Failure;
use super::revealed_position::load_game_at;
use super::stream::format::StreamFormat;
use crate::app::App;
use crate::net::client_address::ClientAddress;

/// Seconds after which a player may ask for another game, if too many wait.
const ANALYSIS_RETRY_AFTER_SECONDS: u64 = 10;

/// An analysis that a player asked for: `200` if it is done, else `202`; or a stream of it.
pub(super) struct RequestedAnalysis(Response);

/// The analysis of a game as far as it is done, or a stream of it.
pub(super) struct ShownAnalysis(Response);

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

/// `POST /api/games/{game}/analysis`: requests the analysis of a finished game, and follows it if the client accepts a
/// stream.
pub(super) async fn request(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    GamePath(game): GamePath,
) -> Result<RequestedAnalysis, Failure> {
    let requested = app.analyses.request(game, &player.id, client.block()).await;
    let analysis = requested.map_err(|error| Failure::try_again(error, ANALYSIS_RETRY_AFTER_SECONDS))?;
    if let Some(format) = StreamFormat::accepted(&headers) {
        return Ok(RequestedAnalysis(analysis_stream::open(app, client.ip, format, game)?));
    }
    let status = if analysis.done { StatusCode::OK } else { StatusCode::ACCEPTED };
    Ok(RequestedAnalysis((status, Json(analysis)).into_response()))
}

/// `GET /api/games/{game}/analysis`: the analysis, as far as it is done; as a stream if the client accepts one.
pub(super) async fn show(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    _: Caller,
    GamePath(game): GamePath,
) -> Result<ShownAnalysis, Failure> {
    let analysis = app.analyses.find(game).await?;
    if let Some(format) = StreamFormat::accepted(&headers) {
        return Ok(ShownAnalysis(analysis_stream::open(app, client.ip, format, game)?));
    }
    let policy = if analysis.done { CachePolicy::Revalidate } else { CachePolicy::NoStore };
    Ok(ShownAnalysis(Cached(policy, Json(analysis)).into_response()))
}

/// `GET /api/positions/analysis`: the best turns of a position.
pub(super) async fn position(
    State(app): State<App>,
    client: ClientAddress,
    _: Caller,
    QueryParams(params): QueryParams<PositionParams>,
) -> Result<Cached<Json<PositionAnalysis>>, Failure> {
    let game = load_game_at(&app.store, params.position, params.game, params.ply).await?;
    let analysis = app.analyses.analyse_position(client.block(), *game.position()).await?;
    Ok(Cached(CachePolicy::Day, Json(analysis)))
}

impl IntoResponse for RequestedAnalysis {
    fn into_response(self) -> Response {
        self.0
    }
}

impl IntoResponse for ShownAnalysis {
    fn into_response(self) -> Response {
        ([(header::VARY, "accept")], self.0).into_response()
    }
}

impl DescribeOutput for RequestedAnalysis {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.json_response::<Analysis>(StatusCode::OK, "Done");
        operation.json_response::<Analysis>(StatusCode::ACCEPTED, "The turns that are analysed so far");
        operation.stream_response::<Analysis>();
    }
}

impl DescribeOutput for ShownAnalysis {
    fn describe_output(operation: &mut Operation<'_>) {
        Cached::<Json<Analysis>>::describe_output(operation);
        operation.stream_response::<Analysis>();
    }
}
