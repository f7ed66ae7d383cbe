//! Where the answer to a command goes. Every command gets one answer, even if its room ends before it reads the
//! command.

use axum::extract::ws::Utf8Bytes;
use ikibuguzo_game::room::{Command, Rejection};
use ikibuguzo_protocol::{CommandId, ErrorCode, GameId, Refusal, ServerMessage};
use tokio::sync::oneshot;

use super::frame::{FrameKind, OutboundFrame};
use super::outbox::Outbox;
use super::writer::Writer;
use crate::error::Error;

/// The answer to one command, still to be given.
#[derive(Debug)]
pub(super) struct Reply {
    /// `None` once the answer is given.
    target: Option<Target>,
}

#[derive(Debug)]
enum Target {
    Caller(oneshot::Sender<Result<u64, Error>>),
    Socket(Box<SocketCommand>),
}

/// What the answer has to know about a command that came over a socket.
#[derive(Debug)]
struct SocketCommand {
    game: GameId,
    id: CommandId,
    is_move: bool,
    outbox: Outbox,
}

impl Reply {
    /// Answers a caller that waits, and that asks again if the room is gone.
    pub(super) fn to_caller(caller: oneshot::Sender<Result<u64, Error>>) -> Self {
        Self { target: Some(Target::Caller(caller)) }
    }

    /// Answers a socket with a frame, ahead of the events that the command makes.
    pub(super) fn to_socket(game: GameId, command: &Command, outbox: Outbox) -> Self {
        let (id, is_move) = (command.id.clone(), command.kind.is_move());
        Self { target: Some(Target::Socket(Box::new(SocketCommand { game, id, is_move, outbox }))) }
    }

    /// Whether a caller waits for the answer, who logs a failure of the database.
    pub(super) fn has_caller(&self) -> bool {
        matches!(&self.target, Some(Target::Caller(caller)) if !caller.is_closed())
    }

    /// Gives the answer: the `seq` of the command's first event, or why it was refused.
    pub(super) fn send(self, answer: Result<u64, Error>) {
        self.send_with(answer, Outbox::push);
    }

    /// Acknowledges a command; a socket's acknowledgement may wait for the next message.
    pub(super) fn acknowledge_deferred(self, seq: u64, writer: &Writer) {
        self.send_with(Ok(seq), |outbox, frame| outbox.push_deferred(frame, writer));
    }

    fn send_with(mut self, answer: Result<u64, Error>, push: impl FnOnce(&Outbox, OutboundFrame) -> bool) {
        // The client may be gone: the log is what counts.
        match self.target.take() {
            Some(Target::Caller(caller)) => drop(caller.send(answer)),
            Some(Target::Socket(command)) => drop(command.answer(answer, push)),
            None => {}
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if let Some(Target::Socket(command)) = self.target.take() {
            let error = Error::new(ErrorCode::Busy, "the game could not be reached; try again");
            command.answer(Err(error), Outbox::push);
        }
    }
}

impl SocketCommand {
    fn answer(self, answer: Result<u64, Error>, push: impl FnOnce(&Outbox, OutboundFrame) -> bool) -> bool {
        let Self { game, id, is_move, outbox } = self;
        let (refusal, message) = match answer {
            Ok(seq) => (None, ServerMessage::Ack { game, id, seq }),
            Err(error) => {
                let Rejection { code, message } = error.into_rejection();
                let refusal = Refusal { id: Some(id), game: Some(game), code, message, retry_after: None };
                (Some(code), ServerMessage::Refused(refusal))
            }
        };
        let kind = FrameKind::Answer { is_move, refusal };
        push(&outbox, OutboundFrame { game, kind, text: Utf8Bytes::from(message.to_json()) })
    }
}
