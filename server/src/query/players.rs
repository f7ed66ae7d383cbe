//! The scores of players. Private games count for their own players only, as in lists.

use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{ErrorCode, HeadToHead, PlayerName, Profile};
use ikibuguzo_store::Store;

use crate::error::Error;

/// A player's games, counted by game and result.
///
/// # Errors
///
/// `unknown_player`, or where the database cannot be used.
pub(crate) async fn profile(
    store: &Store,
    name: &PlayerName,
    viewer: Option<&Player>,
) -> Result<Profile, Error> {
    let (player, created_at) = find_player(store, name).await?;
    let games = store.load_scores(&player.id, is_same(viewer, &player)).await?;
    Ok(Profile { name: player.name, created_at, games })
}

/// The score between two players, as the first one sees it.
///
/// # Errors
///
/// `unknown_player`, or where the database cannot be used.
pub(crate) async fn head_to_head(
    store: &Store,
    player: &PlayerName,
    opponent: &PlayerName,
    viewer: Option<&Player>,
) -> Result<HeadToHead, Error> {
    let (player, _) = find_player(store, player).await?;
    let (opponent, _) = find_player(store, opponent).await?;
    let is_own = is_same(viewer, &player) || is_same(viewer, &opponent);
    let games = store.load_scores_against(&player.id, &opponent.id, is_own).await?;
    Ok(HeadToHead { player: player.name, opponent: opponent.name, games })
}

/// No player has this name.
pub(crate) fn unknown_player() -> Error {
    Error::new(ErrorCode::UnknownPlayer, "there is no player of this name")
}

async fn find_player(store: &Store, name: &PlayerName) -> Result<(Player, u64), Error> {
    store.find_player_and_creation(name).await?.ok_or_else(unknown_player)
}

fn is_same(viewer: Option<&Player>, player: &Player) -> bool {
    viewer.is_some_and(|viewer| viewer.id == player.id)
}
