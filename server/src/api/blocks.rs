//! Players with whom the caller does not want to play.

use axum::Json;
use axum::extract::State;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{BlockList, ErrorCode, PlayerName};

use super::extract::{AuthenticatedPlayer, PlayerPath};
use super::problem::Failure;
use super::response::NoContent;
use crate::app::App;
use crate::error::{Error, unknown_player};

/// `GET /api/blocks`: the players whom the caller has blocked.
pub(super) async fn list(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
) -> Result<Json<BlockList>, Failure> {
    Ok(Json(BlockList { players: app.store.list_blocked(&player.id).await? }))
}

/// `PUT /api/blocks/{name}`: blocks a player, and declines its challenges.
pub(super) async fn add(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    PlayerPath(name): PlayerPath,
) -> Result<NoContent, Failure> {
    let blocked = find(&app, &name).await?;
    if blocked.id == player.id {
        return Err(Error::new(ErrorCode::CannotBlock, "you cannot block yourself").into());
    }
    if !app.store.add_block(&player.id, &blocked.id, app.clock.now()).await? {
        return Err(Error::new(ErrorCode::CannotBlock, "you have blocked 500 players").into());
    }
    app.rooms.decline_challenges_of(&blocked, &player).await?;
    Ok(NoContent)
}

/// `DELETE /api/blocks/{name}`: unblocks a player.
pub(super) async fn remove(
    State(app): State<App>,
    AuthenticatedPlayer(player): AuthenticatedPlayer,
    PlayerPath(name): PlayerPath,
) -> Result<NoContent, Failure> {
    app.store.remove_block(&player.id, &find(&app, &name).await?.id).await?;
    Ok(NoContent)
}

/// The player who has, or had, a name.
async fn find(app: &App, name: &PlayerName) -> Result<Player, Error> {
    let found = app.store.find_name_owner(name).await?;
    found.map(|(player, _)| player).ok_or_else(unknown_player)
}
