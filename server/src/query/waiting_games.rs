//! Games that wait for anybody.

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::{FirstTurn, GameId, GameSummary, NewGame, StateFilter, TimeControl, Timestamp};
use ikibuguzo_store::{Search, Store};

use super::games::{games_in, newest_games};
use crate::error::Error;
use crate::live::pending_creations::PendingCreations;

/// Largest number of open games that are read.
const MAX_READ: u32 = 200;

/// Largest number of games that are found. Each is checked for the player with a query of its own.
const MAX_FOUND: usize = 8;

/// How long the maker of a game without a clock is expected to be there, in milliseconds. A game with a clock in seconds
/// is withdrawn when its maker has left, and in one with a clock in days nobody has to be there.
const MAX_CASUAL_AGE: Duration = Duration::from_mins(10);

/// Games that wait and are like the wanted one, as `web/wish.js` chooses them: the one that waits longest first.
///
/// # Errors
///
/// If the database cannot be used.
pub(crate) async fn find_waiting_games(
    store: &Store,
    pending: &PendingCreations,
    player: Option<&Player>,
    wanted: &NewGame,
    now: Timestamp,
) -> Result<Vec<GameId>, Error> {
    let search = Search { rules: Some(wanted.rules.to_string()), ..games_in(StateFilter::Open) };
    let open = newest_games(store, pending, search, MAX_READ, now).await?;
    let fitting = open.iter().rev().filter(|game| fits(game, wanted, now) && !sits_in(player, game));
    Ok(fitting.map(|game| game.game).take(MAX_FOUND).collect())
}

fn fits(game: &GameSummary, wanted: &NewGame, now: Timestamp) -> bool {
    let clock = game.clock.map_or(TimeControl::None, |clock| *clock);
    let is_awaited = clock != TimeControl::None || now < game.created_at + MAX_CASUAL_AGE;
    let is_for_anybody = game.invited.is_none() && game.bots.is_empty();
    let is_alike = clock == *wanted.clock && game.rated == wanted.rated;
    is_awaited && is_for_anybody && is_alike && has_wanted_seat(game, wanted.starts)
}

/// Whether the free seat is the wanted one. South begins every game.
fn has_wanted_seat(game: &GameSummary, starts: FirstTurn) -> bool {
    let free = |seat: Seat| game.players.get(seat).is_none();
    match starts {
        FirstTurn::Random => true,
        FirstTurn::Me => free(Seat::South),
        FirstTurn::Opponent => free(Seat::North),
    }
}

fn sits_in(player: Option<&Player>, game: &GameSummary) -> bool {
    let name = player.map(|player| &player.name);
    name.is_some() && Seat::ALL.into_iter().any(|seat| game.players.get(seat).as_ref() == name)
}
