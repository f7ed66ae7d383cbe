//! `POST /api/commands`: the commands of the WebSocket over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ikibuguzo_game::commands::command_of;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ClientMessage, ErrorCode, ServerMessage};
use serde_json::Value;

use super::extract::{AuthenticatedPlayer, CommandBody};
use super::openapi::operation::{DescribeOutput, Operation};
use super::openapi::variants::{Selection, Variants, type_of};
use super::problem::Failure;
use crate::app::App;
use crate::chance;
use crate::error::Error;
use crate::time;

/// The `ack` of a command.
pub(super) struct Acknowledged(ServerMessage);

/// `POST /api/commands`: carries out a command. Legal moves are free; refused commands count against the player's rate.
pub(super) async fn command(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    CommandBody(message): CommandBody,
) -> Result<Acknowledged, Failure> {
    app.refusals.check(&player.id, time::now()).map_err(Failure::too_fast)?;
    let answer = match message {
        Ok(message) => carry_out(&app, &player, message).await,
        Err(error) => Err(error),
    };
    if answer.is_err() {
        let _ = app.refusals.take(player.id, 1, time::now());
    }
    Ok(Acknowledged(answer?))
}

async fn carry_out(app: &App, player: &Player, message: ClientMessage) -> Result<ServerMessage, Error> {
    let no_command = || Error::new(ErrorCode::UnknownType, "over HTTP only commands can be sent");
    let (game, command) = command_of(message, chance::game_id).ok_or_else(no_command)?;
    let seq = app.rooms.command(game, player, &command).await?;
    Ok(ServerMessage::Ack { game, id: command.id, seq })
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
