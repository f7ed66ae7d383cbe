//! One game: creating and joining it, its state, its clock, its record.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{
    ClockReport, MAX_RECORD_BODY_BYTES, NewGame, OfflineGameRecord, SeatAssignment, Snapshot,
};

use super::cache::{CachePolicy, Cached};
use super::extract::{AuthenticatedPlayer, Caller, GamePath, JsonBody};
use super::problem::Failure;
use super::response::{Created, PlainText};
use crate::app::App;
use crate::error::Error;
use crate::moderation::check_not_banned;
use crate::operations::import::own::import_own;
use crate::query::loaded_game::{LoadedGame, load_clock_sheet, load_game};

/// `POST /api/games`: creates a game, with the caller in a seat.
pub(super) async fn create(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    JsonBody(new): JsonBody<NewGame>,
) -> Result<Created<SeatAssignment>, Failure> {
    Ok(Created(app.begin_game(&player, &new).await?))
}

/// `POST /api/games/offline`: keeps a game that the caller has played against a computer player without a server.
pub(super) async fn keep_offline(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    JsonBody(game): JsonBody<OfflineGameRecord, MAX_RECORD_BODY_BYTES>,
) -> Result<Created<SeatAssignment>, Failure> {
    check_not_banned(&app.store, &player.id, app.clock.now()).await?;
    let seated = import_own(&app.store, &player, &game.record, app.clock.now(), &app.chance)
        .await
        .map_err(Error::from)?;
    Ok(Created(seated))
}

/// `POST /api/games/{game}/join`: takes the free seat. A player who has a seat is told which one.
pub(super) async fn join(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    GamePath(game): GamePath,
) -> Result<Json<SeatAssignment>, Failure> {
    Ok(Json(app.take_seat(&player, game).await?))
}

/// `GET /api/games/{game}`: the game as it stands.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
) -> Result<Cached<Json<Snapshot>>, Failure> {
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let game = load_game(&app.store, game).await?.with_downtimes_excused(&app.nodes, app.clock.now());
    Ok(Cached(log_policy(&game), Json(game.snapshot(viewer.as_ref()))))
}

/// `GET /api/games/{game}/clock`: the time that each action cost.
pub(super) async fn clock(
    State(app): State<App>,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
) -> Result<Cached<Json<ClockReport>>, Failure> {
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let (game, sheet) = load_clock_sheet(&app.store, &app.nodes, game, app.clock.now()).await?;
    Ok(Cached(play_policy(&game), Json(sheet)))
}

/// `GET /api/games/{game}/record`: the game as text.
pub(super) async fn record(
    State(app): State<App>,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
) -> Result<Cached<PlainText>, Failure> {
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let game = load_game(&app.store, game).await?;
    Ok(Cached(log_policy(&game), PlainText(game.record().to_string())))
}

/// `GET /api/games/{game}/proof`: the lines of the log of a finished game.
pub(super) async fn proof(
    State(app): State<App>,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
) -> Result<Cached<PlainText>, Failure> {
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let game = load_game(&app.store, game).await?;
    Ok(Cached(log_policy(&game), PlainText(game.proof()?)))
}

/// The policy of a response with the whole log, or with names of players: chat and a rematch may still be added to a
/// finished game, and the name of a deleted account is replaced.
pub(super) fn log_policy(game: &LoadedGame) -> CachePolicy {
    if game.is_over() { CachePolicy::Revalidate } else { CachePolicy::NoStore }
}

/// The policy of a response that never changes once the game is over: it holds no name of a player.
pub(super) fn play_policy(game: &LoadedGame) -> CachePolicy {
    if game.is_over() { CachePolicy::Immutable } else { CachePolicy::NoStore }
}
