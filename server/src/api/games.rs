use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use ikibuguzo_game::commands::command_of;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{Command, CommandKind};
use ikibuguzo_protocol::{
    ClientMessage, ClockSheet, ErrorCode, InvalidId, NewGame, Seated, ServerMessage, Snapshot,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::cache::{CacheableBody, Cached};
use super::extract::{Body, Caller, Game, Known, Message, Params};
use super::problem::Failure;
use super::response::{Created, EventsOrStream, Plain};
use super::stream::{self, Follow, Form};
use crate::app::App;
use crate::chance;
use crate::error::Error;
use crate::net::client_address::ClientAddress;
use crate::net::etag::CachePolicy;
use crate::query::loaded_game::{LoadedGame, events_since, load_clock_sheet, load_game};
use crate::time;

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
    app.rooms.command(game, &player, &Command { id, kind: CommandKind::Sit }).await?;
    Ok(Json(app.seat_in(game, &player).await?))
}

/// `GET /api/games/{game}`: the game as it stands.
pub(super) async fn show(
    State(app): State<App>,
    headers: HeaderMap,
    Caller(viewer): Caller,
    Game(game): Game,
) -> Result<Cached<Json<Snapshot>>, Failure> {
    let game = load_game(&app.store, game).await?;
    let body = CacheableBody::json(log_policy(&game), &game.snapshot(viewer.as_ref()))?;
    Ok(body.personal().respond_to(&headers))
}

/// `GET /api/games/{game}/events`: every event after `since`, or after the client's `Last-Event-ID`; as a stream, if the
/// client accepts one.
pub(super) async fn events(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    Caller(viewer): Caller,
    Game(game): Game,
    Params(params): Params<EventsParams>,
) -> Result<EventsOrStream, Failure> {
    let had = stream::last_event_id(&headers)?;
    let Some(form) = Form::wanted(&headers) else {
        let (game, events) = events_since(&app.store, game, params.since, viewer.as_ref()).await?;
        let body = CacheableBody::json(log_policy(&game), &events)?.personal();
        return Ok(EventsOrStream(body.respond_to(&headers).into_response()));
    };
    let (since, is_back) = (had.unwrap_or(params.since), had.is_some());
    let follow = Follow { game, viewer, since, is_back, form, address: client.ip };
    Ok(EventsOrStream(stream::begin(app, follow).await?))
}

/// `GET /api/games/{game}/clock`: what every action has cost.
pub(super) async fn clock(
    State(app): State<App>,
    headers: HeaderMap,
    _: Caller,
    Game(game): Game,
) -> Result<Cached<Json<ClockSheet>>, Failure> {
    let (game, sheet) = load_clock_sheet(&app.store, game).await?;
    Ok(CacheableBody::json(play_policy(&game), &sheet)?.respond_to(&headers))
}

/// `GET /api/games/{game}/record`: the game as text.
pub(super) async fn record(
    State(app): State<App>,
    headers: HeaderMap,
    _: Caller,
    Game(game): Game,
) -> Result<Cached<Plain>, Failure> {
    let game = load_game(&app.store, game).await?;
    Ok(CacheableBody::text(play_policy(&game), game.record().to_string()).respond_to(&headers))
}

/// For a response with the whole log: chat and a rematch may still be added to a finished game.
fn log_policy(game: &LoadedGame) -> CachePolicy {
    if game.is_over() { CachePolicy::Revalidate } else { CachePolicy::NoStore }
}

/// For a response that never changes once the game is over.
fn play_policy(game: &LoadedGame) -> CachePolicy {
    if game.is_over() { CachePolicy::Immutable } else { CachePolicy::NoStore }
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
