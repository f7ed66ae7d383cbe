use ikibuguzo_engine::Game;

use crate::room::phase::Phase;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    /// Rejects commands once the game is over.
    pub(super) fn check_not_over(&self) -> Result<(), Rejection> {
        if self.outcome.is_some() { Err(Rejection::game_over()) } else { Ok(()) }
    }

    /// Rejects commands while a seat is free, and once the game is over.
    pub(super) fn check_under_way(&self) -> Result<(), Rejection> {
        self.check_not_over()?;
        if let Phase::Seating = self.phase { Err(Rejection::waiting_for_opponent()) } else { Ok(()) }
    }

    /// The game that is being played. Rejects commands in every other phase.
    pub(super) fn game_in_play(&self) -> Result<&Game, Rejection> {
        self.check_under_way()?;
        self.game().ok_or_else(Rejection::still_arranging)
    }
}
