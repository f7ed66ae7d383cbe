//! One game: creating and joining it, its state, its clock, its record.

use axum::Json;
use axum::extract::State;
use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{Command, CommandKind};
use ikibuguzo_protocol::{
    ClockReport, ErrorCode, InvalidId, MAX_RECORD_BODY_BYTES, NewGame, OfflineGameRecord, SeatAssignment,
    Snapshot,
};

use super::cache::{CachePolicy, Cached};
use super::extract::{AuthenticatedPlayer, Caller, GamePath, JsonBody};
use super::problem::Failure;
use super::response::{Created, PlainText};
use crate::app::App;
use crate::error::Error;
use crate::moderation::check_not_banned;
use crate::ops::import::import_own;
use crate::pairing_ban::leaving_record;
use crate::query::loaded_game::{LoadedGame, load_clock_sheet, load_game};
use crate::time;

/// `POST /api/games`: creates a game, with the caller in a seat.
pub(super) async fn create(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    JsonBody(new): JsonBody<NewGame>,
) -> Result<Created<SeatAssignment>, Failure> {
    // A repeated request returns the game that it created, even if the player is banned now.
    if let Some(seated) = app.rooms.find_created(&player, &new).await? {
        return Ok(Created(seated));
    }
    if new.public && new.opponent.is_none() {
        check_may_meet_strangers(&app, &player).await?;
    }
    Ok(Created(app.rooms.create_game(&player, &new).await?))
}

/// `POST /api/games/offline`: keeps a game that the caller has played against a computer player without a server.
pub(super) async fn keep_offline(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    JsonBody(game): JsonBody<OfflineGameRecord, MAX_RECORD_BODY_BYTES>,
) -> Result<Created<SeatAssignment>, Failure> {
    check_not_banned(&app.store, &player.id).await?;
    let seated = import_own(&app.store, &player, &game.record).await.map_err(Error::from)?;
    Ok(Created(seated))
}

/// `POST /api/games/{game}/join`: takes the free seat. A player who has a seat is told which one.
pub(super) async fn join(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    GamePath(game): GamePath,
) -> Result<Json<SeatAssignment>, Failure> {
    if app.rooms.check_may_join(game, &player).await?.is_of_stranger {
        check_may_meet_strangers(&app, &player).await?;
    }
    app.rooms.command(game, &player, &sit_command(&player)?).await?;
    Ok(Json(app.seat_in(game, &player).await?))
}

/// `GET /api/games/{game}`: the game as it stands.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
) -> Result<Cached<Json<Snapshot>>, Failure> {
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let game = load_game(&app.store, game).await?.with_downtimes_excused(&app.nodes);
    Ok(Cached(log_policy(&game), Json(game.snapshot(viewer.as_ref()))))
}

/// `GET /api/games/{game}/clock`: the time that each action cost.
pub(super) async fn clock(
    State(app): State<App>,
    Caller(viewer): Caller,
    GamePath(game): GamePath,
) -> Result<Cached<Json<ClockReport>>, Failure> {
    app.note_sign_of_life(game, viewer.as_ref()).await;
    let (game, sheet) = load_clock_sheet(&app.store, &app.nodes, game).await?;
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

/// Checks that a player has not left too many games lately.
async fn check_may_meet_strangers(app: &App, player: &Player) -> Result<(), Failure> {
    let now = time::now();
    match leaving_record(&app.store, &player.id, now).await?.ban {
        None => Ok(()),
        Some(ban) => Err(Failure::try_again(ban.error(now), ban.seconds_left(now))),
    }
}

/// The command to take a seat. A player takes a seat once in a game, so the player's id serves as the command's.
fn sit_command(player: &Player) -> Result<Command, Error> {
    let id = player.id.as_str().parse();
    let id = id.map_err(|error: InvalidId| Error::new(ErrorCode::Internal, error.to_string()))?;
    Ok(Command { id, hash: CommandHash::of("sit"), kind: CommandKind::Sit })
}
