use axum::extract::ws::Utf8Bytes;
use ikibuguzo_protocol::{CommandId, ErrorCode, GameId, Refusal, ServerMessage};
use tokio::sync::oneshot;

use super::outbox::{OutboundFrame, Outbox, What};
use crate::error::Error;
use crate::live::writer::Writer;
use ikibuguzo_game::room::Command;
use ikibuguzo_game::room::Rejection;

/// Where the answer to a command goes. Whoever waits for one gets one, even if the room is gone before it has heard.
#[derive(Debug)]
pub(super) struct Reply {
    /// None once it is given.
    to: Option<To>,
}

#[derive(Debug)]
enum To {
    Asker(oneshot::Sender<Result<u64, Error>>),
    Socket(Box<Post>),
}

/// A command of a socket, as far as its answer has to know.
#[derive(Debug)]
struct Post {
    game: GameId,
    id: CommandId,
    is_move: bool,
    outbox: Outbox,
}

impl Reply {
    /// To somebody who waits here, and who asks again if the room is gone.
    pub(super) fn to_asker(asker: oneshot::Sender<Result<u64, Error>>) -> Self {
        Self { to: Some(To::Asker(asker)) }
    }

    /// To a socket, as a line before the events that the command makes.
    pub(super) fn to_socket(game: GameId, command: &Command, outbox: Outbox) -> Self {
        let (id, is_move) = (command.id.clone(), command.ask.is_move());
        Self { to: Some(To::Socket(Box::new(Post { game, id, is_move, outbox }))) }
    }

    /// Gives the answer.
    pub(super) fn give(self, answer: Result<u64, Error>) {
        self.give_with(answer, Outbox::hand);
    }

    /// Acknowledges a command to somebody who need not hear at once.
    pub(super) fn give_late(self, seq: u64, writer: &Writer) {
        self.give_with(Ok(seq), |outbox, line| outbox.hand_late(line, writer));
    }

    fn give_with(mut self, answer: Result<u64, Error>, hand: impl FnOnce(&Outbox, OutboundFrame) -> bool) {
        // Whoever asked may be gone.
        match self.to.take() {
            Some(To::Asker(asker)) => drop(asker.send(answer)),
            Some(To::Socket(post)) => drop(post.answer(answer, hand)),
            None => {}
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if let Some(To::Socket(post)) = self.to.take() {
            let rejection = Error::new(ErrorCode::Busy, "the game could not be reached; try again");
            post.answer(Err(rejection), Outbox::hand);
        }
    }
}

impl Post {
    fn answer(self, answer: Result<u64, Error>, hand: impl FnOnce(&Outbox, OutboundFrame) -> bool) -> bool {
        let Self { game, id, is_move, outbox } = self;
        let (refused, message) = match answer {
            Ok(seq) => (None, ServerMessage::Ack { game, id, seq }),
            Err(error) => {
                let Rejection { code, message } = error.into_rejection();
                let refusal = Refusal { id: Some(id), game: Some(game), code, message, retry_after: None };
                (Some(code), ServerMessage::Refused(refusal))
            }
        };
        let what = What::Answer { is_move, refused };
        hand(&outbox, OutboundFrame { game, what, text: Utf8Bytes::from(message.to_json()) })
    }
}
