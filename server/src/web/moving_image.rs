//! A stretch of a finished game as a moving picture.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use ikibuguzo_engine::Action;
use ikibuguzo_game::projection;
use ikibuguzo_pages::moving_image::{MAX_ACTIONS, MovingImage};
use ikibuguzo_protocol::{ErrorCode, ExploredPosition, Role};
use serde::Deserialize;

use crate::api::cache::CachePolicy;
use crate::api::extract::{GamePath, QueryParams};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::query::loaded_game::{LoadedGame, load_game};

/// Number of actions in a picture, if the query does not say where it begins.
const DEFAULT_ACTIONS: usize = 4;

/// The query of a moving picture.
#[derive(Debug, Deserialize)]
pub(super) struct StretchParams {
    /// The number of actions before the stretch; some less than `to` if left out.
    from: Option<usize>,
    /// The number of actions at its end; all of them if left out.
    to: Option<usize>,
}

/// `GET /game/{game}/replay.svg`: the actions between two plies, whose counters fall one by one.
pub(super) async fn show(
    State(app): State<App>,
    GamePath(game): GamePath,
    QueryParams(params): QueryParams<StretchParams>,
) -> Result<impl IntoResponse, Failure> {
    let game = load_game(&app.store, game).await?;
    let image = moving_image(&game, &params)?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        // Opened by itself it is a document, which needs its own style and nothing else.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    // The name of a deleted account is replaced.
    Ok((CachePolicy::Revalidate, headers, image.svg()))
}

fn moving_image(game: &LoadedGame, params: &StretchParams) -> Result<MovingImage, Error> {
    if !game.is_over() {
        let why = "only a game that is over has a moving picture";
        return Err(Error::new(ErrorCode::GameNotOver, why));
    }
    let room = game.room();
    let plies = room.actions().len();
    let (from, to) = params.bounds(plies)?;
    let start = room.revealed().and_then(|game| game.after(from));
    let start = start.ok_or_else(|| Error::new(ErrorCode::UnknownPly, "the game has no board"))?;
    let actions: Vec<Action> = room.actions()[from..to].iter().map(|(_, action)| *action).collect();
    // The actions were legal in the game, so this can only fail if its log is damaged.
    let internal = |_| Error::new(ErrorCode::Internal, "the game cannot be played again");
    let stretch = ExploredPosition::after(start, &actions).map_err(internal)?;
    Ok(MovingImage::new(projection::view(room, Role::Spectator), stretch, plies))
}

impl StretchParams {
    /// Where the stretch begins and ends, in a game with this many actions.
    fn bounds(&self, plies: usize) -> Result<(usize, usize), Error> {
        let to = self.to.unwrap_or(plies);
        let from = self.from.unwrap_or_else(|| to.saturating_sub(DEFAULT_ACTIONS));
        if to > plies || from > plies {
            return Err(Error::new(ErrorCode::UnknownPly, format!("{plies} actions have been played")));
        }
        if from > to || to - from > MAX_ACTIONS {
            let why = format!("`to` is from `from` to {MAX_ACTIONS} actions later");
            return Err(Error::new(ErrorCode::BadQuery, why));
        }
        Ok((from, to))
    }
}
