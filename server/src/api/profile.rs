//! What came of a player's games. As in lists, games by invitation count for their own players only.

use axum::Json;
use axum::extract::State;
use ikibuguzo_protocol::{HeadToHead, PlayerName, Profile};

use super::extract::{Caller, Named, Opponent, unknown_player};
use super::problem::Failure;
use crate::app::App;
use crate::error::Error;
use ikibuguzo_game::player::Player;

/// `GET /api/players/{name}`: a player's games, counted by game and result.
pub(crate) async fn show(
    State(app): State<App>,
    Caller(viewer): Caller,
    Named(name): Named,
) -> Result<Json<Profile>, Failure> {
    let (player, created_at) = find(&app, &name).await?;
    let games = app.store.scores(&player.id, is(viewer.as_ref(), &player)).await?;
    Ok(Json(Profile { name: player.name, created_at, games }))
}

/// `GET /api/players/{name}/against/{opponent}`: the score between two players.
pub(super) async fn against(
    State(app): State<App>,
    Caller(viewer): Caller,
    Named(player): Named,
    Opponent(opponent): Opponent,
) -> Result<Json<HeadToHead>, Failure> {
    let ((player, _), (opponent, _)) = (find(&app, &player).await?, find(&app, &opponent).await?);
    let is_own = is(viewer.as_ref(), &player) || is(viewer.as_ref(), &opponent);
    let games = app.store.scores_against(&player.id, &opponent.id, is_own).await?;
    Ok(Json(HeadToHead { player: player.name, opponent: opponent.name, games }))
}

async fn find(app: &App, name: &PlayerName) -> Result<(Player, u64), Error> {
    app.store.player_since(name).await?.ok_or_else(unknown_player)
}

fn is(viewer: Option<&Player>, player: &Player) -> bool {
    viewer.is_some_and(|viewer| viewer.id == player.id)
}
