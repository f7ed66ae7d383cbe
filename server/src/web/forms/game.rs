//! The page of one game without scripts, and the forms about it.

use std::time::Duration;

use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::player::Player;
use ikibuguzo_game::projection::Standing;
use ikibuguzo_game::room::{DecisionContext, Room};
use ikibuguzo_pages::forms::{self, FormsGame, path_of};
use ikibuguzo_pages::game::GamePage;
use ikibuguzo_protocol::{ErrorCode, GameId, GameRatings, Timestamp};
use serde::Deserialize;

use super::message::FormMessage;
use super::submission::Submission;
use super::visitor::Visitor;
use crate::api::extract::{Address, GamePath, QueryParams};
use crate::api::problem::Failure;
use crate::app::App;
use crate::playing::PlayError;
use crate::query::loaded_game::load_events;
use crate::query::ratings::game_ratings;
use crate::web::game::game_page;
use crate::web::response::{FormsResponse, Refused, redirect_to_usual};

/// The time for which a player counts as present after it has loaded a page on which it is to act.
const THINKING_TIME: Duration = Duration::from_mins(3);

/// The query of the pages without scripts.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct FormsParams {
    /// Why the last thing that the visitor sent was refused.
    pub(super) refused: Option<ErrorCode>,
    /// Whether the page does not load itself again.
    still: bool,
}

/// `GET /forms/{game}`: the newest position, as the visitor sees it.
pub(in crate::web) async fn show(
    State(app): State<App>,
    uri: Uri,
    address: Result<Address, Failure>,
    game: Result<GamePath, Failure>,
    visitor: Result<Visitor, Failure>,
    params: Result<QueryParams<FormsParams>, Failure>,
) -> Result<Response, Refused> {
    let GamePath(id) = game.map_err(Failure::into_error)?;
    let Address(address) = address.map_err(Failure::into_error)?;
    let visitor = visitor.map_err(Failure::into_error)?;
    let QueryParams(FormsParams { refused, still }) = params.map_err(Failure::into_error)?;
    if let Some(redirect) = redirect_to_usual(&uri, &path_of(id)) {
        return Ok(redirect);
    }
    let (loaded, events) = load_events(&app.store, id, 0).await?;
    let loaded = loaded.with_downtimes_excused(&app.nodes, app.clock.now());
    let role = loaded.role_of(visitor.player.as_ref());
    let page = game_page(id, loaded.room(), &events, None, role, address, app.clock.now())?;
    let GameRatings { ratings } = game_ratings(&app.store, id, app.clock.now()).await?;
    let player = visitor.player.as_ref();
    let is_due = player.is_some_and(|player| Standing::of(loaded.room()).waits_for(&player.id) == Some(true));
    note_presence(&app, id, player, is_due).await;
    let page = FormsGame {
        page: GamePage { ratings, ..page },
        role,
        visitor: player.map(|player| player.name.clone()),
        secrets: visitor.secrets(&app.chance),
        refused,
        is_due,
        can_claim: role.seat().is_some_and(|seat| can_claim(&app, loaded.room(), seat)),
        is_still: still,
    };
    Ok(FormsResponse(forms::page(&page)).into_response())
}

/// Notes that the visitor is there. A page on which the visitor is to act does not load itself again: it gives no other
/// sign while the visitor thinks.
async fn note_presence(app: &App, game: GameId, player: Option<&Player>, is_due: bool) {
    let Some(player) = player else { return };
    let until = if is_due { app.clock.now() + THINKING_TIME } else { Timestamp::ZERO };
    app.rooms.note_presence_until(game, &player.id, until).await;
}

/// Whether a player can claim the game if its opponent is absent. Who is present is known to the room only.
fn can_claim(app: &App, room: &Room, seat: Seat) -> bool {
    let now = app.clock.now();
    let min_absence = app.limits.absence;
    let context = DecisionContext {
        now,
        absent_since: BySeat::new(Some(Timestamp::ZERO), Some(Timestamp::ZERO)),
        min_absence,
    };
    !room.computers()[!seat] && room.claim_at(!seat, &context).is_some_and(|at| at <= now)
}

/// `POST /forms/{game}`: carries out a command, or takes the free seat.
pub(in crate::web) async fn submit(
    State(app): State<App>,
    game: Result<GamePath, Failure>,
    submission: Result<Submission, Failure>,
) -> Result<Response, Refused> {
    let GamePath(id) = game.map_err(Failure::into_error)?;
    let mut submission = submission.map_err(Failure::into_error)?;
    let done = carry_out(&app, id, &mut submission).await;
    Ok(submission.answer(path_of(id), done).into_response())
}

async fn carry_out(app: &App, game: GameId, submission: &mut Submission) -> Result<(), PlayError> {
    submission.check()?;
    let message = match FormMessage::of(game, &submission.fields) {
        Ok(FormMessage::Sit) => {
            let player = submission.player_or_guest(app).await?;
            return app.take_seat(&player, game).await.map(drop);
        }
        Ok(FormMessage::Command(message)) => Ok(message),
        Err(error) => Err(error),
    };
    app.carry_out(submission.player()?, message).await.map(drop)
}
