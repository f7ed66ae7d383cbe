//! Commands, as read from client messages.

use ikibuguzo_protocol::{ClientMessage, GameId};

use crate::origin::CommandHash;
use crate::room::{Command, CommandKind};

/// The game and the command of a message; none if the message is not a command. `new_game_id` gives the id of a
/// rematch.
pub fn command_of(message: ClientMessage, new_game_id: impl FnOnce() -> GameId) -> Option<(GameId, Command)> {
    let hash = CommandHash::of(&message.to_json());
    let (game, id, kind) = match message {
        ClientMessage::Arrange { game, id, array } => (game, id, CommandKind::Arrange(array.0)),
        ClientMessage::Berserk { game, id } => (game, id, CommandKind::Berserk),
        ClientMessage::Act { game, id, after, action } => (game, id, CommandKind::Act { after, action }),
        ClientMessage::Decline { game, id, reason } => (game, id, CommandKind::Decline(reason)),
        ClientMessage::Resign { game, id } => (game, id, CommandKind::Resign),
        ClientMessage::OfferDraw { game, id } => (game, id, CommandKind::OfferDraw),
        ClientMessage::AnswerDraw { game, id, offer, accept } => {
            (game, id, CommandKind::AnswerDraw { offer, accept, after: None })
        }
        ClientMessage::OfferTakeback { game, id } => (game, id, CommandKind::OfferTakeback),
        ClientMessage::AnswerTakeback { game, id, offer, accept } => {
            (game, id, CommandKind::AnswerTakeback { offer, accept })
        }
        ClientMessage::OfferPreviews { game, id } => (game, id, CommandKind::OfferPreviews),
        ClientMessage::AnswerPreviews { game, id, offer, accept } => {
            (game, id, CommandKind::AnswerPreviews { offer, accept })
        }
        ClientMessage::OfferRematch { game, id } => (game, id, CommandKind::OfferRematch(new_game_id())),
        ClientMessage::AnswerRematch { game, id, offer, accept } => {
            (game, id, CommandKind::AnswerRematch { offer, accept: accept.then(new_game_id) })
        }
        ClientMessage::Claim { game, id, claim } => (game, id, CommandKind::Claim(claim)),
        ClientMessage::Say { game, id, text } => (game, id, CommandKind::Say(text)),
        ClientMessage::Hello { .. }
        | ClientMessage::Join { .. }
        | ClientMessage::Leave { .. }
        | ClientMessage::Subscribe {}
        | ClientMessage::Ping { .. } => return None,
    };
    Some((game, Command { id, hash, kind }))
}
