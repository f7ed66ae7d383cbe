//! Ratings of players, and leaderboards.

use axum::Json;
use axum::extract::State;
use ikibuguzo_pages::encoding::encoded;
use ikibuguzo_protocol::{GameRatings, Leaderboard, RatingHistory};

use super::cache::{CachePolicy, Cached};
use super::extract::{Caller, GamePath, PlayerPath, PoolPath};
use super::problem::Failure;
use super::response::Renameable;
use crate::app::App;
use crate::query::players::ByName;
use crate::query::ratings;

/// `GET /api/players/{name}/ratings/{pool}`: a player's rating after each game. An earlier name leads to the present
/// one.
pub(super) async fn history(
    State(app): State<App>,
    _: Caller,
    PlayerPath(name): PlayerPath,
    PoolPath(pool): PoolPath,
) -> Result<Renameable<Cached<Json<RatingHistory>>>, Failure> {
    Ok(match ratings::rating_history(&app.store, &name, pool).await? {
        ByName::Found(history) => Renameable::Here(Cached(CachePolicy::Revalidate, Json(history))),
        ByName::Renamed(names) => {
            let name = names.first().map(|name| encoded(name.as_str()));
            Renameable::At(format!("/api/players/{}/ratings/{pool}", name.unwrap_or_default()))
        }
    })
}

/// `GET /api/games/{game}/ratings`: the ratings of the players of a game.
pub(super) async fn of_game(
    State(app): State<App>,
    _: Caller,
    GamePath(game): GamePath,
) -> Result<Cached<Json<GameRatings>>, Failure> {
    let ratings = ratings::game_ratings(&app.store, game, app.clock.now()).await?;
    Ok(Cached(CachePolicy::Revalidate, Json(ratings)))
}

/// `GET /api/leaderboards/{pool}`: the best players of a pool.
pub(super) async fn leaderboard(
    State(app): State<App>,
    _: Caller,
    PoolPath(pool): PoolPath,
) -> Result<Cached<Json<Leaderboard>>, Failure> {
    let boards = ratings::leaderboards(&app.store, &app.leaderboards, app.clock.now()).await?;
    let board = boards.iter().find(|(of, _)| *of == pool).map(|(_, board)| board.clone());
    Ok(Cached(CachePolicy::Minute, Json(board.unwrap_or_default())))
}
