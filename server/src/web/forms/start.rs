//! The page without scripts on which a game is begun, and its form.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use ikibuguzo_engine::Ruleset;
use ikibuguzo_game::player::Player;
use ikibuguzo_pages::forms::{self, FormsStart, path_of};
use ikibuguzo_protocol::{CommandId, ComputerLevel, FirstTurn, GameId, NewGame, Opponent, Text, TimeControl};
use serde::Deserialize;

use super::game::FormsParams;
use super::submission::Submission;
use super::visitor::Visitor;
use crate::api::extract::{QueryParams, of_fields};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::playing::PlayError;
use crate::query::home_lists::HomeLists;
use crate::query::waiting_games::find_waiting_games;
use crate::web::response::{FormsResponse, Refused};

/// The fields of the form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGameForm {
    id: CommandId,
    rules: Text<Ruleset>,
    clock: Text<TimeControl>,
    starts: FirstTurn,
    level: Text<ComputerLevel>,
    way: Way,
}

/// The way to find an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Way {
    Computer,
    Friend,
    Anybody,
}

/// `GET /forms`.
pub(in crate::web) async fn show(
    State(app): State<App>,
    visitor: Result<Visitor, Failure>,
    params: Result<QueryParams<FormsParams>, Failure>,
) -> Result<Response, Refused> {
    let visitor = visitor.map_err(Failure::into_error)?;
    let QueryParams(params) = params.map_err(Failure::into_error)?;
    let lists =
        HomeLists::load(&app.store, &app.pending_creations, visitor.player.as_ref(), app.clock.now()).await?;
    let page = FormsStart {
        visitor: visitor.player.as_ref().map(|player| player.name.clone()),
        secrets: visitor.secrets(&app.chance),
        refused: params.refused,
        own: lists.own.iter().map(|game| (&game.summary, game.is_due)).collect(),
        open: &lists.open,
    };
    Ok(FormsResponse(forms::start_page(&page)).into_response())
}

/// `POST /forms`: begins a game, or leads to one that waits for an opponent.
pub(in crate::web) async fn submit(
    State(app): State<App>,
    submission: Result<Submission, Failure>,
) -> Result<Response, Refused> {
    let mut submission = submission.map_err(Failure::into_error)?;
    Ok(match begin(&app, &mut submission).await {
        Ok(game) => submission.answer(path_of(game), Ok::<(), Failure>(())),
        Err(error) => submission.answer(forms::PATH.to_owned(), Err(error)),
    }
    .into_response())
}

async fn begin(app: &App, submission: &mut Submission) -> Result<GameId, PlayError> {
    submission.check()?;
    let form: NewGameForm = of_fields(&submission.fields)?;
    let new = form.new_game();
    if form.way == Way::Anybody
        && let Some(game) = waiting_game(app, submission, &new).await?
    {
        return Ok(game);
    }
    let player = submission.player_or_guest(app).await?;
    Ok(app.begin_game(&player, &new).await?.game)
}

/// A game of somebody else that fits the wanted one. The visitor sees who it is before sitting down, so a form that is
/// sent twice joins nothing.
async fn waiting_game(
    app: &App,
    submission: &Submission,
    new: &NewGame,
) -> Result<Option<GameId>, PlayError> {
    let player = submission.visitor.player.as_ref();
    if let Some(player) = player
        && let Some(created) = app.rooms.find_created(player, new).await?
    {
        return Ok(Some(created.game));
    }
    for game in find_waiting_games(&app.store, &app.pending_creations, player, new, app.clock.now()).await? {
        if may_join(app, player, game).await? {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// Whether a player may sit down in a game. Nothing is known against a visitor who is no player yet.
async fn may_join(app: &App, player: Option<&Player>, game: GameId) -> Result<bool, Error> {
    let Some(player) = player else { return Ok(true) };
    match app.rooms.check_may_join(game, player).await {
        Ok(_) => Ok(true),
        Err(Error::Rejected(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

impl NewGameForm {
    fn new_game(&self) -> NewGame {
        let computer = (self.way == Way::Computer).then(|| Text(Opponent::Computer(*self.level)));
        NewGame {
            id: self.id.clone(),
            rules: self.rules,
            starts: self.starts,
            public: self.way == Way::Anybody,
            clock: self.clock,
            rated: false,
            opponent: computer,
            open_for: None,
        }
    }
}
