use ikibuguzo_protocol::ErrorCode;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;

/// Why a socket is closed by the server: a code and a sentence in `bye`, and the close code of WebSockets.
pub(super) struct Goodbye {
    pub(super) code: ErrorCode,
    pub(super) message: &'static str,
    pub(super) close: u16,
}

impl Goodbye {
    pub(super) const RESTARTING: Self =
        Self { code: ErrorCode::Restarting, message: "the server is stopping; connect again", close: 1012 };
    pub(super) const SLOW_READER: Self = Self {
        code: ErrorCode::SlowReader,
        message: "you read too slowly; connect again and resume",
        close: 1013,
    };
    pub(super) const SILENT: Self =
        Self { code: ErrorCode::Idle, message: "no sign of life came from you; connect again", close: 1001 };
    pub(super) const NO_HELLO: Self =
        Self { code: ErrorCode::Idle, message: "you did not say hello", close: 1001 };
    const BROKEN: Self =
        Self { code: ErrorCode::BadFrame, message: "the frame breaks the rules of WebSockets", close: 1002 };
    const NOT_UTF8: Self = Self { code: ErrorCode::BadFrame, message: "the text is not UTF-8", close: 1007 };
    const TOO_LARGE: Self =
        Self { code: ErrorCode::FrameTooLarge, message: "the message is far too large", close: 1009 };

    /// What to say to a client whose frames could not be read; nothing to one that is gone.
    pub(super) fn to_sender_of(error: axum::Error) -> Option<Self> {
        match *error.into_inner().downcast().ok()? {
            Error::Capacity(_) => Some(Self::TOO_LARGE),
            Error::Utf8(_) => Some(Self::NOT_UTF8),
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
            Error::Protocol(_) => Some(Self::BROKEN),
            _ => None,
        }
    }
}
