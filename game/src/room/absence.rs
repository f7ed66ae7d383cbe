use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{TimeControl, Timestamp};

use super::context::DecisionContext;
use super::phase::Phase;
use super::state::Room;

impl Room {
    /// When the game began to wait for a seat; none if it does not wait for the seat.
    pub fn awaited_since(&self, seat: Seat) -> Option<Timestamp> {
        match self.phase() {
            Phase::Arranging(arranging) => {
                arranging.arrangement.chosen(seat).is_none().then_some(arranging.since)
            }
            Phase::Playing(playing) => (playing.game.to_move() == Some(seat)).then_some(playing.turn_since),
            Phase::Seating(_) | Phase::Finished(_) => None,
        }
    }

    /// When the opponent of an absent seat may claim the game; none if it may not. The absence counts from the moment
    /// at which the game waits for the seat.
    pub fn claim_at(&self, absent: Seat, context: &DecisionContext) -> Option<Timestamp> {
        let since = context.absent_since[absent]?.max(self.awaited_since(absent)?);
        Some(since + required_absence(self.options.clock, context.min_absence)?)
    }
}

/// The absence that allows a claim. It grows with the length of the game. None in correspondence
/// games.
fn required_absence(control: TimeControl, min_absence: Duration) -> Option<Duration> {
    match control {
        TimeControl::None => Some(15 * min_absence),
        TimeControl::Fischer { .. } | TimeControl::Delay { .. } => {
            Some(min_absence + control.initial().unwrap_or_default() / 20)
        }
        TimeControl::Days(_) => None,
    }
}
