//! The games of the wall of live games.

use std::collections::HashSet;

use ikibuguzo_protocol::{GameSummary, State, StateFilter, Timestamp};
use ikibuguzo_store::Store;

use super::game_board::GameBoard;
use super::games::{games_in, newest_games};
use super::named_games::{GameIds, find_named_games};
use crate::error::Error;
use crate::live::pending_creations::PendingCreations;
use crate::live::standings::Standings;

/// Largest number of games on the wall.
const MAX_WALL_BOARDS: usize = 9;

/// Number of live games that are read. Those that are still being arranged have no board.
const LIVE_GAMES_READ: u32 = 24;

/// The games with these ids that have a board, then the newest live ones: nine in all.
///
/// # Errors
///
/// If the database cannot be used.
pub(crate) async fn live_wall(
    store: &Store,
    standings: &Standings,
    pending: &PendingCreations,
    ids: Option<&GameIds>,
    now: Timestamp,
) -> Result<Vec<GameBoard>, Error> {
    let mut boards = Vec::new();
    let mut seen = HashSet::new();
    for game in candidates(store, standings, pending, ids, now).await? {
        if boards.len() < MAX_WALL_BOARDS && seen.insert(game.game) {
            boards.extend(GameBoard::load(store, &game).await?);
        }
    }
    Ok(boards)
}

/// The games that may be shown, in order; some of them twice.
async fn candidates(
    store: &Store,
    standings: &Standings,
    pending: &PendingCreations,
    ids: Option<&GameIds>,
    now: Timestamp,
) -> Result<Vec<GameSummary>, Error> {
    let mut games = match ids {
        Some(ids) => find_named_games(store, standings, ids, None, now).await?.games,
        None => Vec::new(),
    };
    games.truncate(MAX_WALL_BOARDS);
    let live = newest_games(store, pending, games_in(StateFilter::Live), LIVE_GAMES_READ, now).await?;
    games.extend(live.into_iter().filter(|game| game.state == State::Playing));
    Ok(games)
}
