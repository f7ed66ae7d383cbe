//! The error of a request: a refusal, or a failure of the database.

use ikibuguzo_game::room::{CorruptLog, Rejection};
use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_store::{StoreError, UnreadableLog};

/// Why a request was not carried out.
#[derive(Clone, Debug)]
pub enum Error {
    /// A rule of a game or of the server forbids it.
    Rejected(Rejection),
    /// The database failed.
    Store(StoreError),
}

impl Error {
    /// A refusal with a stable code, and a sentence for people.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::Rejected(Rejection::new(code, message))
    }

    /// The failure of the database, if it is one.
    pub fn store_error(&self) -> Option<&StoreError> {
        match self {
            Self::Rejected(_) => None,
            Self::Store(error) => Some(error),
        }
    }

    /// What the client is told. The details of a failure of the database are only for the log.
    pub fn into_rejection(self) -> Rejection {
        match self {
            Self::Rejected(rejection) => rejection,
            Self::Store(error) => rejection_of(&error),
        }
    }
}

/// One of two players does not want to play with the other. Which one is not said.
pub(crate) fn blocked_pair() -> Error {
    Error::new(ErrorCode::Blocked, "one of you has blocked the other")
}

/// No player has this name.
pub(crate) fn unknown_player() -> Error {
    Error::new(ErrorCode::UnknownPlayer, "there is no player with this name")
}

/// No tournament has this id.
pub(crate) fn unknown_tournament() -> Error {
    Error::new(ErrorCode::UnknownTournament, "there is no such tournament")
}

/// The refusal of a command that depends on whether another node ran.
pub(crate) fn not_known_yet() -> Error {
    Error::new(ErrorCode::Busy, "it is not known yet whether another server runs; try again")
}

fn rejection_of(error: &StoreError) -> Rejection {
    match error {
        StoreError::Corrupt(_) | StoreError::NotEmpty => {
            Rejection::new(ErrorCode::Internal, "an internal error of the server")
        }
        StoreError::Violation(_) => Rejection::new(
            ErrorCode::Internal,
            "an internal error of the server: its database refuses what it tried to store; nothing was stored",
        ),
        StoreError::UnreadableLog(log) => rejection_of_log(log),
        StoreError::Conflict => Rejection::new(ErrorCode::Busy, "somebody else was first; try again"),
        StoreError::Unavailable(_) => Rejection::new(
            ErrorCode::StorageUnavailable,
            "the database cannot be used now; try again, and send a command with the same id",
        ),
    }
}

fn rejection_of_log(log: &UnreadableLog) -> Rejection {
    let seq = log.seq;
    if log.is_newer {
        let message = format!(
            "a newer version of the server has written entry {seq} of this game; this server does not know it yet"
        );
        return Rejection::new(ErrorCode::NeedsNewerServer, message);
    }
    let message =
        format!("this game cannot be shown: its log is damaged at entry {seq}; the operator has been told");
    Rejection::new(ErrorCode::GameUnreadable, message)
}

impl From<Rejection> for Error {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<CorruptLog> for Error {
    fn from(error: CorruptLog) -> Self {
        Self::Store(error.into())
    }
}
