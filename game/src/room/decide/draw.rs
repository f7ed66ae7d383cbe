use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{EndReason, Outcome, Text};

use crate::fact::Fact;
use crate::room::decision::Decision;
use crate::room::offers::check_answer;
use crate::room::playing::Playing;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    pub(super) fn decide_offer_draw(&self, seat: Seat) -> Result<Decision, Rejection> {
        let Playing { game, offers, .. } = self.check_playing()?;
        if offers.draw.is_some_and(|offer| *offer.seat != seat) {
            // Both players have offered: that is an agreement.
            return Ok(agree_to_draw());
        }
        offers.check_new_offer(seat, game.plies())?;
        Ok(Decision::accept([Fact::DrawOffered { seat: Text(seat) }]))
    }

    pub(super) fn decide_answer_draw(
        &self,
        seat: Seat,
        offer: u64,
        accept: bool,
        after: Option<u64>,
    ) -> Result<Decision, Rejection> {
        let playing = self.check_playing()?;
        check_answer(playing.offers.draw, seat, offer)?;
        if let Some(after) = after {
            self.check_position(playing, after)?;
        }
        if accept {
            return Ok(agree_to_draw());
        }
        Ok(Decision::accept([Fact::DrawDeclined { seat: Text(seat), offer }]))
    }
}

fn agree_to_draw() -> Decision {
    Decision::accept([Fact::Ended(Outcome { winner: None, reason: EndReason::Agreement })])
}
