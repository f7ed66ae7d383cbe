//! Which messages are commands, and to which game.

use ikibuguzo_protocol::{ClientMessage, GameId};

use crate::chance;
use crate::room::{Ask, Command};

/// The game and the command of a message; none if the message is no command.
pub fn command_of(message: ClientMessage) -> Option<(GameId, Command)> {
    let (game, id, ask) = match message {
        ClientMessage::Arrange { game, id, array } => (game, id, Ask::Arrange(array.0)),
        ClientMessage::Act { game, id, ply, action } => (game, id, Ask::Act { ply, action }),
        ClientMessage::Resign { game, id } => (game, id, Ask::Resign),
        ClientMessage::OfferDraw { game, id } => (game, id, Ask::OfferDraw),
        ClientMessage::AnswerDraw { game, id, offer, accept } => {
            (game, id, Ask::AnswerDraw { offer, accept })
        }
        ClientMessage::OfferTakeback { game, id } => (game, id, Ask::OfferTakeback),
        ClientMessage::AnswerTakeback { game, id, offer, accept } => {
            (game, id, Ask::AnswerTakeback { offer, accept })
        }
        ClientMessage::OfferRematch { game, id } => (game, id, Ask::OfferRematch(chance::game_id())),
        ClientMessage::AnswerRematch { game, id, offer, accept } => {
            (game, id, Ask::AnswerRematch { offer, accept: accept.then(chance::game_id) })
        }
        ClientMessage::Claim { game, id, claim } => (game, id, Ask::Claim(claim)),
        ClientMessage::Say { game, id, text } => (game, id, Ask::Say(text)),
        ClientMessage::Hello { .. }
        | ClientMessage::Join { .. }
        | ClientMessage::Leave { .. }
        | ClientMessage::Ping {} => return None,
    };
    Some((game, Command { id, ask }))
}
