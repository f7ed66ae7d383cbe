//! `GET /api/games/{game}/events`: the events of a game, as JSON or as a stream.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::{EventPage, ServerMessage};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::cache::Cached;
use super::extract::{Caller, GamePath, QueryParams};
use super::games::log_policy;
use super::openapi::operation::{DescribeOutput, Operation};
use super::openapi::variants::{Selection, Variants, type_of};
use super::problem::Failure;
use super::stream::format::StreamFormat;
use super::stream::{self, StreamRequest};
use crate::app::App;
use crate::net::client_address::ClientAddress;
use crate::query::loaded_game::events_since;

/// The query of `GET /api/games/{game}/events`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EventsParams {
    /// The newest `seq` that the client has; 0 if left out.
    #[serde(default)]
    since: u64,
}

/// The events of a game as JSON, or a stream of them.
pub(super) struct EventsResponse(Response);

/// `GET /api/games/{game}/events`: every event after `since`, or after the client's `Last-Event-ID`; as a stream if the
/// client accepts one.
pub(super) async fn events(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
    QueryParams(EventsParams { since }): QueryParams<EventsParams>,
) -> Result<EventsResponse, Failure> {
    let last_event_id = stream::last_event_id(&headers)?;
    if let Some(format) = StreamFormat::accepted(&headers) {
        let request = StreamRequest { game, viewer, since, last_event_id, format, address: client.ip };
        return Ok(EventsResponse(stream::open(app, request).await?));
    }
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let (game, events) = events_since(&app.store, game, since, viewer.as_ref()).await?;
    Ok(EventsResponse(Cached(log_policy(&game), Json(events)).into_response()))
}

impl IntoResponse for EventsResponse {
    fn into_response(self) -> Response {
        ([(header::VARY, "accept")], self.0).into_response()
    }
}

/// The messages of the WebSocket that a stream sends.
struct StreamMessages;

impl Selection for StreamMessages {
    type Union = ServerMessage;

    const NAME: &'static str = "StreamMessage";

    const DESCRIPTION: &'static str = "A line of a stream of events: the game at the beginning, its events, and finally why the stream ends.";

    fn has(variant: &Value) -> bool {
        matches!(type_of(variant), "game" | "event" | "bye")
    }
}

impl DescribeOutput for EventsResponse {
    fn describe_output(operation: &mut Operation<'_>) {
        Cached::<Json<EventPage>>::describe_output(operation);
        operation.stream_response::<Variants<StreamMessages>>();
        let is_over = "The game is over and has no more events: a browser stops reconnecting";
        operation.response(StatusCode::NO_CONTENT, is_over, None);
    }
}
