//! A game with its board, as lists with boards show it.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::projection;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{GameSummary, PositionView, Role, Timestamp};
use ikibuguzo_store::Store;

use crate::error::Error;

/// A game with its board, as a spectator sees it.
#[derive(Debug)]
pub(crate) struct GameBoard {
    /// The game.
    pub(crate) summary: GameSummary,
    /// Its board.
    pub(crate) position: PositionView,
    /// When the game began to wait for the seat to move. 0 if it is over.
    pub(crate) moved_at: Timestamp,
}

impl GameBoard {
    /// Loads the board of a game; `None` if it has none yet, or if the game cannot be read.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn load(store: &Store, game: &GameSummary) -> Result<Option<Self>, Error> {
        let room = store.leave_out_unreadable(game.game, store.load_room(game.game).await)?;
        Ok(room.and_then(|room| Self::of(game, &room)))
    }

    /// The board of a game whose room is known; `None` if it has none yet.
    pub(crate) fn of(game: &GameSummary, room: &Room) -> Option<Self> {
        let position = projection::view(room, Role::Spectator).position?;
        let moved_at =
            Seat::ALL.into_iter().find_map(|seat| room.awaited_since(seat)).unwrap_or(Timestamp::ZERO);
        Some(Self { summary: game.clone(), position, moved_at })
    }
}
