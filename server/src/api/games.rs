use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use ikibuguzo_protocol::{
    ClientMessage, ClockSheet, ErrorCode, Events, GameId, InvalidId, NewGame, Seated, ServerMessage, Snapshot,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::answer::{Created, EventsOrStream, Plain};
use super::cache::{Answer, Keep, Kept};
use super::extract::{Body, Caller, Game, Known, Message, Params};
use super::problem::Failure;
use super::stream::{self, Follow, Form};
use crate::app::App;
use crate::chance;
use crate::error::Error;
use crate::time;
use ikibuguzo_game::commands::command_of;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::projection;
use ikibuguzo_game::record as records;
use ikibuguzo_game::replay;
use ikibuguzo_game::room::{Command, CommandKind, Room};

/// The query of `GET /api/games/{game}/events`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EventsParams {
    /// The newest `seq` that one has.
    #[serde(default)]
    since: u64,
}

/// `POST /api/games`: a new game, with its creator seated.
pub(super) async fn create(
    State(app): State<App>,
    Known(player): Known,
    Body(new): Body<NewGame>,
) -> Result<Created<Seated>, Failure> {
    Ok(Created(app.rooms.create_game(&player, &new).await?))
}

/// `POST /api/games/{game}/join`: take the free seat, or hear which one is one's own.
pub(super) async fn join(
    State(app): State<App>,
    Known(player): Known,
    Game(game): Game,
) -> Result<Json<Seated>, Failure> {
    // A player sits once in a game, so the player's own key can be the command's id.
    let id = player
        .id
        .as_str()
        .parse()
        .map_err(|error: InvalidId| Error::new(ErrorCode::Internal, error.to_string()))?;
    app.rooms.command(game, &player, &Command { id, ask: CommandKind::Sit }).await?;
    Ok(Json(app.seat_in(game, &player).await?))
}

/// `GET /api/games/{game}`: the game as it stands.
pub(super) async fn show(
    State(app): State<App>,
    headers: HeaderMap,
    Caller(viewer): Caller,
    Game(game): Game,
) -> Result<Kept<Json<Snapshot>>, Failure> {
    let room = Room::replay(&app.log(game).await?)?;
    let role = room.role(viewer.as_ref().map(|player| &player.id));
    let snapshot = projection::snapshot(game, &room, role);
    Ok(Answer::json(Keep::log_of(&room), &snapshot)?.varying().to(&headers))
}

/// `GET /api/games/{game}/events`: everything after `since`, or after what the client says that it has; as a stream, if
/// it asks for one.
pub(super) async fn events(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Caller(viewer): Caller,
    Game(game): Game,
    Params(params): Params<EventsParams>,
) -> Result<EventsOrStream, Failure> {
    let had = stream::last_event_id(&headers)?;
    let Some(form) = Form::wanted(&headers) else {
        let (keep, events) = past_events(&app, viewer.as_ref(), game, params.since).await?;
        return Ok(EventsOrStream(Answer::json(keep, &events)?.varying().to(&headers).into_response()));
    };
    let (since, is_back) = (had.unwrap_or(params.since), had.is_some());
    let follow = Follow { game, viewer, since, is_back, form, address: address.ip() };
    Ok(EventsOrStream(stream::begin(app, follow).await?))
}

async fn past_events(
    app: &App,
    viewer: Option<&Player>,
    game: GameId,
    since: u64,
) -> Result<(Keep, Events), Error> {
    let log = app.log(game).await?;
    let room = Room::replay(&log)?;
    if since > room.head() {
        let message = format!("you have seen {since}, but the game is at {}", room.head());
        return Err(Error::new(ErrorCode::SinceAhead, message));
    }
    let role = room.role(viewer.map(|player| &player.id));
    let told = replay::tell(&log, since)?;
    let events = told.iter().map(|event| event.to(role).clone()).collect();
    Ok((Keep::log_of(&room), Events { game, role, head: room.head(), events }))
}

/// `GET /api/games/{game}/clock`: where each millisecond went.
pub(super) async fn clock(
    State(app): State<App>,
    headers: HeaderMap,
    _: Caller,
    Game(game): Game,
) -> Result<Kept<Json<ClockSheet>>, Failure> {
    let log = app.log(game).await?;
    let keep = Keep::play_of(&Room::replay(&log)?);
    Ok(Answer::json(keep, &replay::clock_sheet(game, &log)?)?.to(&headers))
}

/// `GET /api/games/{game}/record`: the game as text.
pub(super) async fn record(
    State(app): State<App>,
    headers: HeaderMap,
    _: Caller,
    Game(game): Game,
) -> Result<Kept<Plain>, Failure> {
    let log = app.log(game).await?;
    let keep = Keep::play_of(&Room::replay(&log)?);
    Ok(Answer::text(keep, records::record(game, &log)?.to_string()).to(&headers))
}

/// `POST /api/commands`: a command message of the socket, over HTTP.
pub(super) async fn command(
    State(app): State<App>,
    Known(player): Known,
    Message(message): Message,
) -> Result<Json<ServerMessage>, Failure> {
    app.refusals.check(&player.id, time::now()).map_err(Failure::too_fast)?;
    let answer = match message {
        Ok(message) => carry_out(&app, &player, message).await,
        Err(rejection) => Err(rejection),
    };
    if answer.is_err() {
        // Legal moves cost nothing.
        let _ = app.refusals.take(player.id, 1, time::now());
    }
    Ok(Json(answer?))
}

async fn carry_out(app: &App, player: &Player, message: ClientMessage) -> Result<ServerMessage, Error> {
    let no_command = || Error::new(ErrorCode::UnknownType, "over HTTP only commands can be sent");
    let (game, command) = command_of(message, chance::game_id).ok_or_else(no_command)?;
    let seq = app.rooms.command(game, player, &command).await?;
    Ok(ServerMessage::Ack { game, id: command.id, seq })
}
