use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use ikibuguzo_protocol::{ErrorCode, GameId, Notation, PlyView, Role, Spelling};

use super::extract::{Caller, Game, path_part};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use ikibuguzo_game::projection;
use ikibuguzo_game::room::Room;

/// The ply that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ply {
    /// The one after so many actions.
    After(usize),
    /// The newest one.
    Last,
}

impl Notation for Ply {
    const NAME: &'static str = "Ply";
    const MEANS: &'static str = "After so many actions, or `last` for after the newest one.";

    fn spelling() -> Spelling {
        Spelling::Pattern("^(0|[1-9][0-9]{0,9}|last)$")
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Ply {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Self::named(path_part(parts, state, "ply").await.as_deref().unwrap_or_default())
            .map_err(Failure::from)
    }
}

impl Ply {
    /// The ply that a text names: a number, or `last`.
    pub(crate) fn named(text: &str) -> Result<Self, Error> {
        match text {
            "last" => Ok(Self::Last),
            number => {
                number.parse().map(Self::After).map_err(|_| unknown("a ply is a number from 0 on, or last"))
            }
        }
    }
}

/// `GET /api/games/{game}/plies/{ply}`: the game after so many actions, and what could be played there.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    Game(game): Game,
    ply: Ply,
) -> Result<Json<PlyView>, Failure> {
    let room = Room::replay(&app.log(game).await?)?;
    let role = room.role(viewer.as_ref().map(|player| &player.id));
    Ok(Json(seen(game, &room, ply, role)?))
}

/// A game at a ply, as somebody may see it.
pub(crate) fn seen(game: GameId, room: &Room, ply: Ply, viewer: Role) -> Result<PlyView, Error> {
    let played = room.acts().len();
    let plies = match ply {
        Ply::After(plies) => plies,
        Ply::Last => played,
    };
    projection::ply(game, room, plies, viewer).ok_or_else(|| missing(room, played))
}

fn missing(room: &Room, played: usize) -> Error {
    match room.game() {
        Some(_) => unknown(&format!("{played} actions have been played")),
        None => unknown("the game has no board yet"),
    }
}

fn unknown(why: &str) -> Error {
    Error::new(ErrorCode::UnknownPly, why)
}
