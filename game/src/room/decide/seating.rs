use ikibuguzo_engine::{Array, Game, Seat};
use ikibuguzo_protocol::{DeclineReason, EndReason, ErrorCode, Outcome, Text};

use crate::fact::Fact;
use crate::player::Player;
use crate::room::decision::Decision;
use crate::room::initial_facts::begun_fact;
use crate::room::phase::{Arranging, Phase};
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    pub(super) fn decide_sit(&self, player: &Player) -> Result<Decision, Rejection> {
        if self.seat_of(&player.id).is_some() {
            return Ok(Decision::Duplicate(self.head));
        }
        let free = Seat::ALL.into_iter().find(|seat| self.seats[*seat].is_none());
        let seat = free.ok_or_else(|| {
            Rejection::new(ErrorCode::GameFull, "both seats are taken; you can watch the game")
        })?;
        self.check_not_over()?;
        self.check_invited(player)?;
        let seated = Fact::Seated { seat: Text(seat), player: player.clone(), commitment: None };
        Ok(Decision::accept([Some(seated), begun_fact(self.options.rules)].into_iter().flatten()))
    }

    /// The invited player declines: the game ends without a result.
    pub(super) fn decide_decline(
        &self,
        player: &Player,
        reason: Option<DeclineReason>,
    ) -> Result<Decision, Rejection> {
        self.check_not_over()?;
        if self.invited().is_none_or(|invited| invited.id != player.id) {
            return Err(Rejection::new(ErrorCode::NotInvited, "you are not invited to this game"));
        }
        let outcome = Outcome { winner: None, reason: EndReason::Aborted };
        let declined = reason.map(|reason| Fact::Declined { reason });
        Ok(Decision::accept(declined.into_iter().chain([Fact::Ended(outcome)])))
    }

    fn check_invited(&self, player: &Player) -> Result<(), Rejection> {
        match self.invited() {
            Some(invited) if invited.id != player.id => {
                Err(Rejection::new(ErrorCode::NotInvited, format!("the seat is kept for {}", invited.name)))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn decide_arrange(&self, seat: Seat, array: Array) -> Result<Decision, Rejection> {
        let mut arrangement = self.check_arranging()?.arrangement;
        if arrangement.chosen(seat).is_some() {
            return Err(already_arranged());
        }
        arrangement
            .choose(seat, array)
            .map_err(|error| Rejection::new(ErrorCode::ArrayNotOffered, error.to_string()))?;
        let arranged = Fact::Arranged { seat: Text(seat), array: Text(array), commitment: None };
        let game = arrangement.reveal();
        // The rules may end a game in which the first seat has no legal action.
        let ended = game.as_ref().and_then(Game::outcome).map(|outcome| Fact::Ended(outcome.into()));
        let revealed = game.map(|_| Fact::Revealed {});
        Ok(Decision::accept([Some(arranged), revealed, ended].into_iter().flatten()))
    }

    fn check_arranging(&self) -> Result<&Arranging, Rejection> {
        match self.phase() {
            Phase::Seating(_) => Err(Rejection::waiting_for_opponent()),
            Phase::Arranging(arranging) => Ok(arranging),
            Phase::Playing(playing) if playing.arrays.is_some() => Err(already_arranged()),
            Phase::Playing(_) => Err(Rejection::new(ErrorCode::NotArranging, "this game has no arrangement")),
            Phase::Finished(_) => Err(Rejection::game_over()),
        }
    }
}

fn already_arranged() -> Rejection {
    Rejection::new(ErrorCode::AlreadyArranged, "you have arranged your counters already")
}
