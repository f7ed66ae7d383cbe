use crate::room::phase::Phase;
use crate::room::playing::Playing;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    /// Rejects commands once the game is over.
    pub(super) fn check_not_over(&self) -> Result<(), Rejection> {
        if let Phase::Finished(_) = self.phase() { Err(Rejection::game_over()) } else { Ok(()) }
    }

    /// Rejects commands while a seat is free, and once the game is over.
    pub(super) fn check_under_way(&self) -> Result<(), Rejection> {
        match self.phase() {
            Phase::Seating(_) => Err(Rejection::waiting_for_opponent()),
            Phase::Arranging(_) | Phase::Playing(_) => Ok(()),
            Phase::Finished(_) => Err(Rejection::game_over()),
        }
    }

    /// The game that is being played. Rejects commands in every other phase.
    pub(super) fn check_playing(&self) -> Result<&Playing, Rejection> {
        match self.phase() {
            Phase::Seating(_) => Err(Rejection::waiting_for_opponent()),
            Phase::Arranging(_) => Err(Rejection::still_arranging()),
            Phase::Playing(playing) => Ok(playing),
            Phase::Finished(_) => Err(Rejection::game_over()),
        }
    }
}
