use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{ErrorCode, GameId, Text};

use crate::fact::Fact;
use crate::room::decision::{Decision, NewRematch};
use crate::room::initial_facts::initial_facts;
use crate::room::offers::check_answer;
use crate::room::options::GameOptions;
use crate::room::phase::Finished;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    pub(super) fn decide_offer_rematch(
        &self,
        id: GameId,
        seat: Seat,
        rematch: GameId,
    ) -> Result<Decision, Rejection> {
        let Finished { rematch_offers, rematch_game, .. } = self.check_over()?;
        if self.seats.iter().any(Option::is_none) {
            let message = "nobody played against you; create a new game";
            return Err(Rejection::new(ErrorCode::NoOpponent, message));
        }
        if rematch_offers.open.is_some_and(|offer| *offer.seat != seat) {
            return Ok(self.start_rematch(id, rematch));
        }
        if rematch_game.is_some() || !rematch_offers.can_offer(seat) {
            return Err(Rejection::already_offered());
        }
        Ok(Decision::accept([Fact::RematchOffered { seat: Text(seat) }]))
    }

    pub(super) fn decide_answer_rematch(
        &self,
        id: GameId,
        seat: Seat,
        offer: u64,
        accept: Option<GameId>,
    ) -> Result<Decision, Rejection> {
        check_answer(self.check_over()?.rematch_offers.open, seat, offer)?;
        Ok(match accept {
            Some(rematch) => self.start_rematch(id, rematch),
            None => Decision::accept([Fact::RematchDeclined { seat: Text(seat), offer }]),
        })
    }

    /// Starts the rematch, with the seats swapped.
    fn start_rematch(&self, id: GameId, rematch: GameId) -> Decision {
        let players = Seat::ALL.into_iter().filter_map(|seat| Some((seat, self.seats[!seat].clone()?)));
        let options = GameOptions { rules_version: Ruleset::VERSION, ..self.options };
        let facts = initial_facts(options, Some(id), players.collect());
        Decision::Accepted {
            facts: vec![Fact::Rematched { rematch }],
            rematch: Some(NewRematch { id: rematch, facts }),
        }
    }

    fn check_over(&self) -> Result<&Finished, Rejection> {
        let message = "a rematch can be offered when the game is over";
        self.finished.as_ref().ok_or_else(|| Rejection::new(ErrorCode::GameNotOver, message))
    }
}
