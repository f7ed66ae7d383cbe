//! Why the server ends a connection, and how it says so.

use ikibuguzo_protocol::{ErrorCode, ServerMessage};

use crate::chance;

/// How soon a client may come back to a server that is being restarted, in milliseconds.
const SOONEST: u64 = 500;

/// Over how many milliseconds more the clients are spread, so that they do not all come back at once.
const SPREAD: u64 = 4_500;

/// Why a connection is ended by the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goodbye {
    /// Why, for programs.
    pub(crate) code: ErrorCode,
    /// Why, for people.
    pub(crate) message: &'static str,
    /// The close code of a WebSocket.
    pub(crate) close: u16,
}

pub(crate) const RESTARTING: Goodbye =
    Goodbye { code: ErrorCode::Restarting, message: "the server is stopping; connect again", close: 1012 };
pub(crate) const SLOW_READER: Goodbye = Goodbye {
    code: ErrorCode::SlowReader,
    message: "you read too slowly; connect again and resume",
    close: 1013,
};
pub(crate) const SILENT: Goodbye =
    Goodbye { code: ErrorCode::Idle, message: "no sign of life came from you; connect again", close: 1001 };
pub(crate) const NO_HELLO: Goodbye =
    Goodbye { code: ErrorCode::Idle, message: "you did not say hello", close: 1001 };
pub(crate) const BROKEN_FRAME: Goodbye =
    Goodbye { code: ErrorCode::FrameTooLarge, message: "the frame was broken or far too large", close: 1009 };

impl Goodbye {
    /// What the client is told; another one gets another hint when to come back.
    pub(crate) fn bye(self) -> ServerMessage {
        let retry_after = (self.code == ErrorCode::Restarting).then(|| SOONEST + chance::below(SPREAD));
        ServerMessage::Bye { code: self.code, message: self.message.to_owned(), retry_after }
    }
}
