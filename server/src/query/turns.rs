//! Lists of games that say whose turn it is.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, GameList, GameSummary, State, Text, Timestamp};
use ikibuguzo_store::Store;

use super::games::{GameQuery, find_games};
use crate::error::Error;
use crate::live::pending_creations::PendingCreations;
use crate::live::standings::Standings;

/// Answers one page of a search, with whose turn it is in each game.
///
/// # Errors
///
/// As for [`find_games`].
pub(crate) async fn find_games_with_turns(
    store: &Store,
    pending: &PendingCreations,
    standings: &Standings,
    query: &GameQuery,
    now: Timestamp,
) -> Result<GameList, Error> {
    let mut list = find_games(store, pending, query, now).await?;
    add_turns(standings, &mut list.games, query.search.viewer.as_ref()).await?;
    if query.only_my_turn {
        list.games.retain(|game| game.my_turn == Some(true));
    }
    Ok(list)
}

/// Adds whose turn it is to games.
///
/// # Errors
///
/// If the database cannot be used.
pub(crate) async fn add_turns(
    standings: &Standings,
    games: &mut [GameSummary],
    viewer: Option<&PlayerId>,
) -> Result<(), Error> {
    let live: Vec<GameId> = games.iter().filter(|game| is_live(game)).map(|game| game.game).collect();
    let standings = standings.find(&live).await?;
    for game in games {
        let Some(standing) = standings.get(&game.game) else { continue };
        game.to_move = standing.to_move().map(Text);
        game.my_turn = viewer.and_then(|viewer| standing.waits_for(viewer));
    }
    Ok(())
}

fn is_live(game: &GameSummary) -> bool {
    matches!(game.state, State::Arranging | State::Playing)
}
