//! What came of a player's games. As in lists, games by invitation count for their own players only.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use ikibuguzo_protocol::{ErrorCode, HeadToHead, PlayerName, Profile};

use super::extract::Caller;
use super::problem::Failure;
use crate::app::App;
use crate::player::Player;
use crate::room::Rejection;

/// The names in the path.
type Names = Result<Path<Vec<String>>, PathRejection>;

/// `GET /api/players/{name}`: a player's games, counted by game and result.
pub(super) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    names: Names,
) -> Result<Json<Profile>, Failure> {
    let (player, created_at) = find(&app, &names, 0).await?;
    let games = app.store.scores(&player.id, is(viewer.as_ref(), &player)).await?;
    Ok(Json(Profile { name: player.name, created_at, games }))
}

/// `GET /api/players/{name}/against/{opponent}`: the score between two players.
pub(super) async fn against(
    State(app): State<App>,
    Caller(viewer): Caller,
    names: Names,
) -> Result<Json<HeadToHead>, Failure> {
    let ((player, _), (opponent, _)) = (find(&app, &names, 0).await?, find(&app, &names, 1).await?);
    let is_own = is(viewer.as_ref(), &player) || is(viewer.as_ref(), &opponent);
    let games = app.store.scores_against(&player.id, &opponent.id, is_own).await?;
    Ok(Json(HeadToHead { player: player.name, opponent: opponent.name, games }))
}

/// The player whom a part of the path names. What is no name is nobody's.
async fn find(app: &App, names: &Names, part: usize) -> Result<(Player, u64), Rejection> {
    let name = names.as_ref().ok().and_then(|Path(names)| names.get(part)?.parse::<PlayerName>().ok());
    let found = match name {
        Some(name) => app.store.player_since(&name).await?,
        None => None,
    };
    found.ok_or_else(|| Rejection::new(ErrorCode::UnknownPlayer, "there is no player of this name"))
}

fn is(viewer: Option<&Player>, player: &Player) -> bool {
    viewer.is_some_and(|viewer| viewer.id == player.id)
}
