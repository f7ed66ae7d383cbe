use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::TimeControl;

use super::context::DecisionContext;
use super::state::Room;

impl Room {
    /// When the opponent of an absent seat may claim the game; none if it may not.
    pub fn claim_at(&self, absent: Seat, context: &DecisionContext) -> Option<u64> {
        let under_way = self.outcome.is_none() && self.seats.iter().all(Option::is_some);
        let since = context.absent_since[absent].filter(|_| under_way)?;
        Some(since + required_absence(self.options.clock, context.min_absence)?)
    }
}

/// The absence that allows a claim, in milliseconds: the longer the game, the longer. None in correspondence games.
fn required_absence(control: TimeControl, min_absence: u64) -> Option<u64> {
    match control {
        TimeControl::None => Some(15 * min_absence),
        TimeControl::Fischer { .. } | TimeControl::Delay { .. } => {
            Some(min_absence + control.initial().unwrap_or_default() / 20)
        }
        TimeControl::Days(_) => None,
    }
}
