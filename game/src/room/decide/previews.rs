use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ErrorCode, Text};

use crate::fact::Fact;
use crate::room::decision::Decision;
use crate::room::offers::check_answer;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    pub(super) fn decide_offer_previews(&self, seat: Seat) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        if self.bots().next().is_some() || self.previews.are_agreed {
            let message = "previews are shown already";
            return Err(Rejection::new(ErrorCode::AlreadyOffered, message));
        }
        match self.previews.offer {
            // Both players have offered: that is an agreement.
            Some(open) if *open.seat != seat => {
                Ok(Decision::accept([Fact::PreviewsAgreed { offer: open.offer }]))
            }
            Some(_) => Err(Rejection::already_offered()),
            None if self.previews.declined[seat] => {
                let message = "your opponent has declined previews in this game";
                Err(Rejection::new(ErrorCode::AlreadyOffered, message))
            }
            None => Ok(Decision::accept([Fact::PreviewsOffered { seat: Text(seat) }])),
        }
    }

    pub(super) fn decide_answer_previews(
        &self,
        seat: Seat,
        offer: u64,
        accept: bool,
    ) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        check_answer(self.previews.offer, seat, offer)?;
        Ok(Decision::accept([if accept {
            Fact::PreviewsAgreed { offer }
        } else {
            Fact::PreviewsDeclined { seat: Text(seat), offer }
        }]))
    }
}
