//! Lists of games.

use ikibuguzo_protocol::{ErrorCode, GameList, GameSummary, StateFilter, Timestamp};
use ikibuguzo_store::{Search, Store};

use super::game_cursor::GameCursor;
use crate::error::Error;
use crate::live::pending_creations::PendingCreations;

/// One page of a search.
#[derive(Clone, Debug)]
pub(crate) struct GameQuery {
    /// Which games, in which order.
    pub(crate) search: Search,
    /// Where the page before ended; `None` for the first page.
    pub(crate) after: Option<GameCursor>,
    /// Largest number of games on the page.
    pub(crate) limit: u32,
    /// Whether to count all games that the search finds.
    pub(crate) with_count: bool,
    /// Whether only games that wait for the viewer are wanted. The search itself does not know.
    pub(crate) only_my_turn: bool,
}

/// Answers one page of a search.
///
/// # Errors
///
/// `too_broad`, or `wrong_cursor`; or if the database cannot be used.
pub(crate) async fn find_games(
    store: &Store,
    pending: &PendingCreations,
    query: &GameQuery,
    now: Timestamp,
) -> Result<GameList, Error> {
    let search = &query.search;
    let after = query.after.map(|cursor| cursor.place_in(search)).transpose()?;
    check_breadth(search)?;
    let complete_before = pending.complete_before(now);
    let mut page = store.search(search, after, query.limit, complete_before).await?;
    store.add_ratings(&mut page.games, now).await?;
    let count = if query.with_count { Some(store.count_games(search).await?) } else { None };
    let next = page.next.map(|place| GameCursor::new(place, search).to_string());
    Ok(GameList { games: page.games, next, count })
}

/// The newest games of a search, without a count and without a cursor.
///
/// # Errors
///
/// As for [`find_games`].
pub(crate) async fn newest_games(
    store: &Store,
    pending: &PendingCreations,
    search: Search,
    limit: u32,
    now: Timestamp,
) -> Result<Vec<GameSummary>, Error> {
    let query = GameQuery { search, after: None, limit, with_count: false, only_my_turn: false };
    Ok(find_games(store, pending, &query, now).await?.games)
}

/// The search for all public games in a state.
pub(crate) fn games_in(state: StateFilter) -> Search {
    Search { state: Some(state), ..Search::default() }
}

/// No index knows the number of turns alone: such a search would read every game.
fn check_breadth(search: &Search) -> Result<(), Error> {
    if !search.is_too_broad() {
        return Ok(());
    }
    let message = "a number of turns alone would examine every game: name rules, arrays or a player too";
    Err(Error::new(ErrorCode::TooBroad, message))
}
