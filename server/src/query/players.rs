//! The scores of players. Private games count for their own players only, as in lists.

use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{HeadToHead, PlayerName, Profile, Timestamp};
use ikibuguzo_store::{Store, name_skeleton};

use crate::error::{Error, unknown_player};

/// An answer about players, or the names under which to request it.
#[derive(Debug)]
pub(crate) enum ByName<T> {
    /// The answer: each name is a spelling of a player's present name.
    Found(T),
    /// A player has another name now. The present names, in the order in which they were requested.
    Renamed(Vec<PlayerName>),
}

/// A player's games, counted by game and result.
///
/// # Errors
///
/// `unknown_player`; or if the database cannot be used.
pub(crate) async fn profile(
    store: &Store,
    name: &PlayerName,
    viewer: Option<&Player>,
    now: Timestamp,
) -> Result<ByName<Profile>, Error> {
    let (player, created_at) = match find_by_name(store, name).await? {
        ByName::Found(found) => found,
        ByName::Renamed(names) => return Ok(ByName::Renamed(names)),
    };
    let games = store.load_scores(&player.id, is_same(viewer, &player)).await?;
    let ratings = store.list_ratings(&player.id, now).await?;
    Ok(ByName::Found(Profile { name: player.name, bot: player.bot, created_at, games, ratings }))
}

/// The score between two players, as the first one sees it.
///
/// # Errors
///
/// `unknown_player`; or if the database cannot be used.
pub(crate) async fn head_to_head(
    store: &Store,
    names: [&PlayerName; 2],
    viewer: Option<&Player>,
) -> Result<ByName<HeadToHead>, Error> {
    let (player, _) = find_name_owner(store, names[0]).await?;
    let (opponent, _) = find_name_owner(store, names[1]).await?;
    if !is_spelling_of(names[0], &player) || !is_spelling_of(names[1], &opponent) {
        return Ok(ByName::Renamed(vec![player.name, opponent.name]));
    }
    let is_own = is_same(viewer, &player) || is_same(viewer, &opponent);
    let games = store.load_scores_against(&player.id, &opponent.id, is_own).await?;
    Ok(ByName::Found(HeadToHead { player: player.name, opponent: opponent.name, games }))
}

/// A player and when it was created.
///
/// # Errors
///
/// `unknown_player`; or if the database cannot be used.
pub(crate) async fn find_by_name(
    store: &Store,
    name: &PlayerName,
) -> Result<ByName<(Player, Timestamp)>, Error> {
    let (player, created_at) = find_name_owner(store, name).await?;
    if is_spelling_of(name, &player) {
        Ok(ByName::Found((player, created_at)))
    } else {
        Ok(ByName::Renamed(vec![player.name]))
    }
}

async fn find_name_owner(store: &Store, name: &PlayerName) -> Result<(Player, Timestamp), Error> {
    store.find_name_owner(name).await?.ok_or_else(unknown_player)
}

/// Whether a name is the player's present one, in any spelling.
fn is_spelling_of(name: &PlayerName, player: &Player) -> bool {
    name_skeleton(name.as_str()) == name_skeleton(player.name.as_str())
}

fn is_same(viewer: Option<&Player>, player: &Player) -> bool {
    viewer.is_some_and(|viewer| viewer.id == player.id)
}
