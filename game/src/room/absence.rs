//! What a player can do when the other one has gone.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{Claim, EndReason, ErrorCode, Outcome, Text, TimeControl};

use super::decide::new;
use super::{Answer, Phase, Rejection, Room};
use crate::fact::Fact;

/// What a room cannot know of itself: what time it is, and who is there.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecisionContext {
    /// The time: milliseconds since 1970-01-01 UTC.
    pub now: u64,
    /// Since when a player is gone; none for one that is there.
    pub gone_since: BySeat<Option<u64>>,
    /// How long a player may be gone at the least, in milliseconds.
    pub patience: u64,
}

impl Room {
    /// When the other seat may claim the game from one that is gone; none where it never may.
    pub fn claim_at(&self, gone: Seat, here: &DecisionContext) -> Option<u64> {
        let under_way = self.outcome.is_none() && self.seats.iter().all(Option::is_some);
        let since = here.gone_since[gone].filter(|_| under_way)?;
        Some(since + patience(self.terms.clock, here.patience)?)
    }

    pub(super) fn decide_claim(
        &self,
        seat: Seat,
        claim: Claim,
        here: &DecisionContext,
    ) -> Result<Answer, Rejection> {
        if let (Phase::Seating, Claim::Abort) = (&self.phase, claim) {
            self.not_over()?;
            return aborted();
        }
        self.under_way()?;
        if self.claim_at(!seat, here).is_none_or(|at| at > here.now) {
            let message = "your opponent is there, or has not been gone for long enough";
            return Err(Rejection::new(ErrorCode::NotGone, message));
        }
        match claim {
            Claim::Win => {
                new(Fact::Ended(Outcome { winner: Some(Text(seat)), reason: EndReason::Abandoned }))
            }
            Claim::Abort if self.game().is_some_and(|game| game.turns() >= 2) => {
                let message = "both of you have made a turn: claim the win, or wait";
                Err(Rejection::new(ErrorCode::TooLateToAbort, message))
            }
            Claim::Abort => aborted(),
        }
    }
}

fn aborted() -> Result<Answer, Rejection> {
    new(Fact::Ended(Outcome { winner: None, reason: EndReason::Aborted }))
}

/// How long a player may be gone: the longer the game, the longer; by correspondence, for ever.
fn patience(control: TimeControl, least: u64) -> Option<u64> {
    match control {
        TimeControl::None => Some(15 * least),
        TimeControl::Fischer { .. } | TimeControl::Delay { .. } => {
            Some(least + control.initial().unwrap_or_default() / 20)
        }
        TimeControl::Days(_) => None,
    }
}
