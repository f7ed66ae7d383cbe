//! Why the server ends a connection, and how it says so.

use ikibuguzo_protocol::{ErrorCode, ServerMessage};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;

use crate::chance;

/// How soon a client may come back to a server that is being restarted, in milliseconds.
const SOONEST: u64 = 500;

/// Over how many milliseconds more the clients are spread, so that they do not all come back at once.
const SPREAD: u64 = 4_500;

/// Why a connection is ended by the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloseReason {
    /// Why, for programs.
    pub(crate) code: ErrorCode,
    /// Why, for people.
    pub(crate) message: &'static str,
    /// The close code of a WebSocket.
    pub(crate) close: u16,
}

impl CloseReason {
    pub(crate) const RESTARTING: Self =
        Self { code: ErrorCode::Restarting, message: "the server is stopping; connect again", close: 1012 };
    pub(crate) const SLOW_READER: Self = Self {
        code: ErrorCode::SlowReader,
        message: "you read too slowly; connect again and resume",
        close: 1013,
    };
    pub(crate) const SILENT: Self =
        Self { code: ErrorCode::Idle, message: "no sign of life came from you; connect again", close: 1001 };
    pub(crate) const NO_HELLO: Self =
        Self { code: ErrorCode::Idle, message: "you did not say hello", close: 1001 };
    const BROKEN: Self =
        Self { code: ErrorCode::BadFrame, message: "the frame breaks the rules of WebSockets", close: 1002 };
    const NOT_UTF8: Self = Self { code: ErrorCode::BadFrame, message: "the text is not UTF-8", close: 1007 };
    const TOO_LARGE: Self =
        Self { code: ErrorCode::FrameTooLarge, message: "the message is far too large", close: 1009 };

    /// What to say to a client whose frames could not be read; nothing to one that is gone.
    pub(crate) fn for_read_error(error: axum::Error) -> Option<Self> {
        match *error.into_inner().downcast().ok()? {
            Error::Capacity(_) => Some(Self::TOO_LARGE),
            Error::Utf8(_) => Some(Self::NOT_UTF8),
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
            Error::Protocol(_) => Some(Self::BROKEN),
            _ => None,
        }
    }

    /// What the client is told; another one gets another hint when to come back.
    pub(crate) fn bye(self) -> ServerMessage {
        let retry_after = (self.code == ErrorCode::Restarting).then(|| SOONEST + chance::below(SPREAD));
        ServerMessage::Bye { code: self.code, message: self.message.to_owned(), retry_after }
    }
}
