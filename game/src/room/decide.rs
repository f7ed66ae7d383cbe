//! Deciding commands. A decision changes nothing: its facts take effect when they are stored and applied.

mod actions;
mod berserk;
mod chat;
mod claim;
mod draw;
mod invisible;
mod phase_checks;
mod previews;
mod rematch;
mod seating;
mod takeback;

use ikibuguzo_protocol::{ErrorCode, GameId};

use super::command::{Command, CommandKind};
use super::context::DecisionContext;
use super::decision::Decision;
use super::rejection::Rejection;
use super::state::{Room, StoredCommand};
use crate::computer::{computer_level, is_computer_command_id};
use crate::player::Player;

impl Room {
    /// Decides a command of a player. `id` is the id of this game. Before, apply the end of the game if time
    /// has ended it ([`Room::overdue`]).
    ///
    /// # Errors
    ///
    /// The rejection.
    pub fn handle(
        &self,
        id: GameId,
        player: &Player,
        command: &Command,
        context: &DecisionContext,
    ) -> Result<Decision, Rejection> {
        let seat = || self.seat_of(&player.id).ok_or_else(not_a_player);
        if let Some(stored) = self.commands.get(&command.id) {
            if stored.player == player.id {
                return repeat(stored, command);
            }
            if !matches!(command.kind, CommandKind::Sit) {
                seat()?;
            }
            return Err(command_id_taken());
        }
        if is_computer_command_id(&command.id) && computer_level(player).is_none() {
            return Err(command_id_taken());
        }
        match &command.kind {
            CommandKind::Sit => self.decide_sit(player),
            CommandKind::Arrange(array) => self.decide_arrange(seat()?, *array),
            CommandKind::Berserk => self.decide_berserk(seat()?),
            CommandKind::Act { after, action } => self.decide_act(seat()?, *after, action),
            CommandKind::Decline(reason) => self.decide_decline(player, *reason),
            CommandKind::Resign => self.decide_resign(seat()?),
            CommandKind::OfferDraw => self.decide_offer_draw(seat()?),
            CommandKind::AnswerDraw { offer, accept, after } => {
                self.decide_answer_draw(seat()?, *offer, *accept, *after)
            }
            CommandKind::OfferTakeback => self.decide_offer_takeback(seat()?),
            CommandKind::TakeBack => self.decide_take_back(seat()?),
            CommandKind::AnswerTakeback { offer, accept } => {
                self.decide_answer_takeback(seat()?, *offer, *accept)
            }
            CommandKind::OfferPreviews => self.decide_offer_previews(seat()?),
            CommandKind::AnswerPreviews { offer, accept } => {
                self.decide_answer_previews(seat()?, *offer, *accept)
            }
            CommandKind::OfferRematch(rematch) => self.decide_offer_rematch(id, seat()?, *rematch),
            CommandKind::AnswerRematch { offer, accept } => {
                self.decide_answer_rematch(id, seat()?, *offer, *accept)
            }
            CommandKind::Claim(claim) => self.decide_claim(seat()?, *claim, context),
            CommandKind::Say(text) => self.decide_say(seat()?, text),
        }
    }
}

/// The first answer to a command that comes again, or the rejection of another command with the same id.
fn repeat(stored: &StoredCommand, command: &Command) -> Result<Decision, Rejection> {
    if stored.hash.is_none_or(|hash| hash == command.hash) {
        return Ok(Decision::Duplicate(stored.seq));
    }
    let message = "you have used this command id for another command in this game; choose another";
    Err(Rejection::new(ErrorCode::CommandIdReused, message))
}

fn command_id_taken() -> Rejection {
    Rejection::new(ErrorCode::CommandIdTaken, "this command id is taken in this game; choose another")
}

fn not_a_player() -> Rejection {
    Rejection::new(ErrorCode::NotAPlayer, "only the players of this game may do that; you are watching it")
}
