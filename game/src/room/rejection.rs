use ikibuguzo_protocol::ErrorCode;
use thiserror::Error;

/// The reason why a command is rejected. A rejected command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Rejection {
    /// The reason, for programs.
    pub code: ErrorCode,
    /// The reason, for people.
    pub message: String,
}

impl Rejection {
    /// A rejection with a code and a message.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(super) fn game_over() -> Self {
        Self::new(ErrorCode::GameOver, "the game is over")
    }

    pub(super) fn waiting_for_opponent() -> Self {
        Self::new(ErrorCode::WaitingForOpponent, "the second player has not come yet")
    }

    pub(super) fn still_arranging() -> Self {
        Self::new(ErrorCode::StillArranging, "both seats arrange their counters first")
    }

    pub(super) fn already_offered() -> Self {
        Self::new(
            ErrorCode::AlreadyOffered,
            "you have offered something already: wait for the answer, or for some more actions",
        )
    }
}
