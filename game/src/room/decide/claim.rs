use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Claim, EndReason, ErrorCode, Outcome, Text};

use crate::clock::FIRST_TURNS;
use crate::fact::Fact;
use crate::room::context::DecisionContext;
use crate::room::decision::Decision;
use crate::room::phase::Phase;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    pub(super) fn decide_claim(
        &self,
        seat: Seat,
        claim: Claim,
        context: &DecisionContext,
    ) -> Result<Decision, Rejection> {
        if let (Phase::Seating(_), Claim::Abort) = (self.phase(), claim) {
            return Ok(end(None, EndReason::Aborted));
        }
        self.check_under_way()?;
        if self.claim_at(!seat, context).is_none_or(|at| at > context.now) {
            let message = "your opponent is there, has nothing to do, or has not been gone for long enough";
            return Err(Rejection::new(ErrorCode::NotGone, message));
        }
        let both_have_moved = self.turns() >= FIRST_TURNS;
        match claim {
            Claim::Win if both_have_moved => Ok(end(Some(seat), EndReason::Abandoned)),
            Claim::Win => {
                let message = "a seat has not made a turn yet: abort the game, or wait";
                Err(Rejection::new(ErrorCode::TooEarlyToWin, message))
            }
            Claim::Abort if both_have_moved => {
                let message = "both of you have made a turn: claim the win, or wait";
                Err(Rejection::new(ErrorCode::TooLateToAbort, message))
            }
            Claim::Abort => Ok(end(None, EndReason::Aborted)),
        }
    }
}

fn end(winner: Option<Seat>, reason: EndReason) -> Decision {
    Decision::accept([Fact::Ended(Outcome { winner: winner.map(Text), reason })])
}
