//! Ratings of players, and leaderboards.

use std::sync::Arc;

use ikibuguzo_protocol::{
    ErrorCode, GameId, GameRating, GameRatings, Leaderboard, PlayerName, RatingHistory, RatingPoint,
    Timestamp,
};
use ikibuguzo_rating::{Pool, Speed};
use ikibuguzo_store::{Store, StoreError};

use super::kept_value::KeptValue;
use super::players::{ByName, find_by_name};
use crate::error::Error;

/// Largest number of games of a history.
const MAX_POINTS: u32 = 500;

/// Largest number of players of a leaderboard.
const MAX_LEADERS: u32 = 100;

/// The leaderboard of each pool that has one.
pub(crate) type Leaderboards = Vec<(Pool, Leaderboard)>;

/// The ratings of the players of a game.
///
/// # Errors
///
/// `unknown_game`; or if the database cannot be used.
pub(crate) async fn game_ratings(store: &Store, game: GameId, now: Timestamp) -> Result<GameRatings, Error> {
    let ratings = store.find_game_ratings(game, now).await?;
    let unknown = || Error::new(ErrorCode::UnknownGame, format!("there is no game {game}"));
    Ok(GameRatings { ratings: ratings.ok_or_else(unknown)? })
}

/// The history of a player's rating in a pool. It is empty if the player has no rated game there.
///
/// # Errors
///
/// `unknown_player`; or if the database cannot be used.
pub(crate) async fn rating_history(
    store: &Store,
    name: &PlayerName,
    pool: Pool,
) -> Result<ByName<RatingHistory>, Error> {
    Ok(match find_by_name(store, name).await? {
        ByName::Renamed(names) => ByName::Renamed(names),
        ByName::Found((player, _)) => {
            let points = store.list_rating_points(&player.id, pool, MAX_POINTS).await?;
            ByName::Found(RatingHistory { player: player.name, points })
        }
    })
}

/// The history of each of a player's ratings; each is empty if the name is not the present one.
///
/// # Errors
///
/// `unknown_player`; or if the database cannot be used.
pub(crate) async fn rating_histories(
    store: &Store,
    name: &PlayerName,
    ratings: &[GameRating],
) -> Result<Vec<Vec<RatingPoint>>, Error> {
    let mut histories = vec![Vec::new(); ratings.len()];
    if let ByName::Found((player, _)) = find_by_name(store, name).await? {
        for (points, rating) in histories.iter_mut().zip(ratings) {
            if let Some(pool) = pool_of(rating) {
                *points = store.list_rating_points(&player.id, pool, MAX_POINTS).await?;
            }
        }
    }
    Ok(histories)
}

fn pool_of(rating: &GameRating) -> Option<Pool> {
    Pool::all().find(|pool| {
        pool.game == rating.game && (pool.speed == Speed::Correspondence) == rating.correspondence
    })
}

/// The leaderboards, at most as old as `kept` allows.
///
/// # Errors
///
/// [`StoreError::Unavailable`] if the database cannot be used.
pub(crate) async fn leaderboards(
    store: &Store,
    kept: &KeptValue<Leaderboards>,
    now: Timestamp,
) -> Result<Arc<Leaderboards>, StoreError> {
    let load = async || {
        let mut boards = Leaderboards::new();
        for pool in Pool::all() {
            let players = store.list_leaders(pool, now, MAX_LEADERS).await?;
            boards.push((pool, Leaderboard { players }));
        }
        Ok(boards)
    };
    kept.get(load).await
}
