use ikibuguzo_engine::{Action, Game, ParseActionError, Seat};
use ikibuguzo_protocol::{EndReason, ErrorCode, Outcome, Text};

use crate::fact::Fact;
use crate::room::ComputerTaskKind;
use crate::room::decision::Decision;
use crate::room::playing::Playing;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    pub(super) fn decide_act(&self, seat: Seat, after: u64, action: &str) -> Result<Decision, Rejection> {
        let playing = self.check_playing()?;
        self.check_position(playing, after)?;
        check_turn(&playing.game, seat)?;
        self.check_offers_answered(seat)?;
        let action: Action = action
            .parse()
            .map_err(|error: ParseActionError| Rejection::new(ErrorCode::BadAction, error.to_string()))?;
        let outcome = playing
            .game
            .outcome_after(action)
            .map_err(|error| Rejection::new(ErrorCode::IllegalAction, error.to_string()))?;
        let acted = Fact::Acted { seat: Text(seat), action: Text(action) };
        let ended = outcome.map(|outcome| Fact::Ended(outcome.into()));
        Ok(Decision::accept([Some(acted), ended].into_iter().flatten()))
    }

    /// Rejects what answers another position than the present one: an action, or the answer to a draw offer. So a late
    /// or repeated click plays nothing, even if a takeback has brought back an earlier position.
    pub(super) fn check_position(&self, playing: &Playing, after: u64) -> Result<(), Rejection> {
        let message = if after > self.head {
            format!("the game has {} events, and this answers event {after}", self.head)
        } else if after < playing.position_seq {
            format!("the board has changed since event {after}; look at it again")
        } else {
            return Ok(());
        };
        Err(Rejection::new(ErrorCode::WrongPosition, message))
    }

    /// Rejects an action that a computer player chose before its opponent made an offer: it answers the offer first, so
    /// that the action does not end the offer.
    fn check_offers_answered(&self, seat: Seat) -> Result<(), Rejection> {
        let has_other_task = || self.task_of(seat).is_some_and(|(_, kind)| kind != ComputerTaskKind::Act);
        if self.computers()[seat] && has_other_task() {
            return Err(Rejection::new(ErrorCode::WrongPosition, "answer the offer of your opponent first"));
        }
        Ok(())
    }

    pub(super) fn decide_resign(&self, seat: Seat) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        let outcome = Outcome { winner: Some(Text(!seat)), reason: EndReason::Resignation };
        Ok(Decision::accept([Fact::Ended(outcome)]))
    }
}

fn check_turn(game: &Game, seat: Seat) -> Result<(), Rejection> {
    match game.to_move() {
        Some(to_move) if to_move == seat => Ok(()),
        Some(to_move) => Err(Rejection::new(ErrorCode::NotYourTurn, format!("{to_move} is to move"))),
        None => Err(Rejection::game_over()),
    }
}
