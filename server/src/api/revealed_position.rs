//! Reads the position that a query names, for operations that need the counters in both stores.

use ikibuguzo_engine::Game;
use ikibuguzo_game::positions::read_revealed_position;
use ikibuguzo_protocol::{ErrorCode, GameId};
use ikibuguzo_store::Store;

use crate::error::Error;
use crate::query::analysis::finished_game;
use crate::query::loaded_game::Ply;

/// The game that begins with a `position`, or the finished `game` after `ply` actions (all of them if `None`).
///
/// # Errors
///
/// `bad_query` unless exactly one of both is given, or if the position cannot be read; `concealed_store` if the
/// position conceals a store; as for [`finished_game`]; or if the database cannot be used.
pub(super) async fn load_game_at(
    store: &Store,
    position: Option<String>,
    game: Option<GameId>,
    ply: Option<u32>,
) -> Result<Game, Error> {
    match (position, game, ply) {
        (Some(text), None, None) => Ok(Game::new(read_revealed_position(&text)?)),
        (None, Some(game), ply) => finished_game(store, game, Ply::of_number(ply)).await,
        _ => {
            let why = "give one of: a `position`; a `game`, with its `ply` if you like";
            Err(Error::new(ErrorCode::BadQuery, why))
        }
    }
}
