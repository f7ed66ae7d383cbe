//! The reasons for which the server closes a socket or a stream.

use ikibuguzo_protocol::{ErrorCode, ServerMessage};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;

use crate::chance::Chance;

/// The shortest delay before a client reconnects to a server that restarts, in milliseconds.
const MIN_RECONNECT_DELAY_MS: u64 = 500;

/// The shortest delay before a client reconnects after it has sent far too much, in milliseconds.
const MIN_FLOOD_DELAY_MS: u64 = 10_000;

/// The range of a random extra delay, in milliseconds, so that clients do not all reconnect at once.
const RECONNECT_SPREAD_MS: u64 = 4_500;

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CloseReason {
    /// The reason, for programs.
    pub(crate) code: ErrorCode,
    /// The reason, for people.
    pub(crate) message: &'static str,
    /// The close code of the WebSocket.
    pub(crate) close_code: u16,
}

impl CloseReason {
    pub(crate) const RESTARTING: Self = Self {
        code: ErrorCode::Restarting,
        message: "the server is stopping; connect again",
        close_code: 1012,
    };
    pub(crate) const SLOW_READER: Self = Self {
        code: ErrorCode::SlowReader,
        message: "you read too slowly; connect again and resume",
        close_code: 1013,
    };
    pub(crate) const FLOODING: Self = Self {
        code: ErrorCode::TooFast,
        message: "you went on sending far more than is allowed",
        close_code: 1008,
    };
    pub(crate) const SILENT: Self = Self {
        code: ErrorCode::Idle,
        message: "you were silent for too long; connect again",
        close_code: 1001,
    };
    pub(crate) const NO_HELLO: Self =
        Self { code: ErrorCode::Idle, message: "you did not say hello", close_code: 1001 };
    const BROKEN: Self = Self {
        code: ErrorCode::BadFrame,
        message: "the frame breaks the rules of WebSockets",
        close_code: 1002,
    };
    const NOT_UTF8: Self =
        Self { code: ErrorCode::BadFrame, message: "the text is not UTF-8", close_code: 1007 };
    const TOO_LARGE: Self =
        Self { code: ErrorCode::FrameTooLarge, message: "the message is far too large", close_code: 1009 };

    /// The reason to close a socket after reading from it failed; `None` if the connection is already gone.
    pub(crate) fn for_read_error(error: axum::Error) -> Option<Self> {
        match *error.into_inner().downcast().ok()? {
            Error::Capacity(_) => Some(Self::TOO_LARGE),
            Error::Utf8(_) => Some(Self::NOT_UTF8),
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
            Error::Protocol(_) => Some(Self::BROKEN),
            _ => None,
        }
    }

    /// The `bye` message. Each call draws another `retry_after`.
    pub(crate) fn bye(self, chance: &Chance) -> ServerMessage {
        let min_delay_ms = match self.code {
            ErrorCode::Restarting => Some(MIN_RECONNECT_DELAY_MS),
            ErrorCode::TooFast => Some(MIN_FLOOD_DELAY_MS),
            _ => None,
        };
        let retry_after = min_delay_ms.map(|delay| delay + chance.below(RECONNECT_SPREAD_MS));
        ServerMessage::Bye { code: self.code, message: self.message.to_owned(), retry_after }
    }
}
