use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ErrorCode, Text};

use crate::fact::Fact;
use crate::room::decision::Decision;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    pub(super) fn decide_berserk(&self, seat: Seat) -> Result<Decision, Rejection> {
        if !self.allows_berserk {
            let message = "clocks are halved only in the games of an arena";
            return Err(Rejection::new(ErrorCode::CannotBerserk, message));
        }
        if !self.check_playing()?.may_berserk[seat] {
            let message = "a clock is halved once, before the first action of its player";
            return Err(Rejection::new(ErrorCode::TooLateToBerserk, message));
        }
        Ok(Decision::accept([Fact::Berserked { seat: Text(seat) }]))
    }
}
