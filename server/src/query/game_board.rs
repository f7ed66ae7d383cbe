//! A game with its board, as lists with boards show it.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::projection;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{GameSummary, PositionView, Role};
use ikibuguzo_store::Store;

use super::loaded_game::load_game;
use crate::error::Error;

/// A game with its board, as a spectator sees it.
#[derive(Debug)]
pub(crate) struct GameBoard {
    /// The game.
    pub(crate) summary: GameSummary,
    /// Its board.
    pub(crate) position: PositionView,
    /// When the game began to wait for the seat to move: milliseconds since 1970-01-01 UTC. 0 if it is over.
    pub(crate) moved_at: u64,
}

impl GameBoard {
    /// Loads the board of a game; `None` if it has none yet.
    ///
    /// # Errors
    ///
    /// `unknown_game`; or if the database cannot be used.
    pub(crate) async fn load(store: &Store, game: &GameSummary) -> Result<Option<Self>, Error> {
        Ok(Self::of(game, load_game(store, game.game).await?.room()))
    }

    /// The board of a game whose room is known; `None` if it has none yet.
    pub(crate) fn of(game: &GameSummary, room: &Room) -> Option<Self> {
        let position = projection::view(room, Role::Spectator).position?;
        let moved_at = Seat::ALL.into_iter().find_map(|seat| room.awaited_since(seat)).unwrap_or(0);
        Some(Self { summary: game.clone(), position, moved_at })
    }
}
