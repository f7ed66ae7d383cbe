//! `POST /api/commands`: the commands of the WebSocket over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ikibuguzo_protocol::ServerMessage;
use serde_json::Value;

use super::extract::{AuthenticatedPlayer, CommandBody};
use super::openapi::operation::{DescribeOutput, Operation};
use super::openapi::variants::{Selection, Variants, type_of};
use super::problem::Failure;
use crate::app::App;

/// The `ack` of a command.
pub(super) struct Acknowledged(ServerMessage);

/// `POST /api/commands`: carries out a command. Legal moves are free; refused commands count against the player's rate.
pub(super) async fn command(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    CommandBody(message): CommandBody,
) -> Result<Acknowledged, Failure> {
    Ok(Acknowledged(app.carry_out(&player, message).await?))
}

impl IntoResponse for Acknowledged {
    fn into_response(self) -> Response {
        Json(self.0).into_response()
    }
}

impl DescribeOutput for Acknowledged {
    fn describe_output(operation: &mut Operation<'_>) {
        operation.json_response::<Variants<Ack>>(StatusCode::OK, "Done");
    }
}

/// The one message of the WebSocket that answers a command which was carried out.
struct Ack;

impl Selection for Ack {
    type Union = ServerMessage;

    const NAME: &'static str = "Ack";

    const DESCRIPTION: &'static str = "The command was carried out: its event is in the log on disk.";

    fn has(variant: &Value) -> bool {
        type_of(variant) == "ack"
    }
}
