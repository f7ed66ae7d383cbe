//! Errors of the database.

use std::error::Error;
use std::sync::Arc;

use ikibuguzo_game::room::CorruptLog;
use rusqlite::ffi;
use thiserror::Error;

/// Why the database did not do what it was asked to do.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Another writer stored that entry, number, id or name first, or Postgres rolled the transaction back because of
    /// another one. Nothing was written.
    #[error("another writer was first")]
    Conflict,
    /// The database does not answer, or answers with an error.
    #[error("the database cannot be used: {0}")]
    Unavailable(Arc<dyn Error + Send + Sync>),
    /// The database refuses a statement that breaks a rule of its schema, such as a reference to a row that does not
    /// exist. Nothing was written. It is a fault of this program, and the database can be used.
    #[error("a statement breaks a rule of the schema: {0}")]
    Violation(Arc<dyn Error + Send + Sync>),
    /// The target of a copy already has rows.
    #[error("the database is not empty")]
    NotEmpty,
    /// A stored row or log cannot be what this program wrote. Every function that reads rows can return it.
    #[error("a stored row cannot be read: {0}")]
    Corrupt(String),
    /// The log of a game cannot be read. Every function that reads logs can return it.
    #[error("a game cannot be read: {0}")]
    UnreadableLog(UnreadableLog),
}

/// Why the log of a game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct UnreadableLog {
    /// The `seq` of the first entry that is damaged, missing or unknown; 0 for an empty log.
    pub seq: u64,
    /// Whether a newer version has written that entry, which this version does not know.
    pub is_newer: bool,
    /// The details, for the operator.
    pub why: String,
}

/// Reasons for [`StoreError::Unavailable`] that are not errors of the database itself.
#[derive(Clone, Copy, Debug, Error)]
enum NoAnswer {
    #[error("it did not answer in time")]
    Late,
    #[error("the task that writes to it has ended")]
    WriterEnded,
    #[error("the task that reads from it has ended")]
    ReaderEnded,
    #[error("a fault of the server kept it from reporting a commit, which may be stored")]
    UnreportedCommit,
    #[error("its file was deleted or moved away: put the same file back, or stop the server")]
    FileMissing,
    #[error(
        "its file was replaced by another one: put the former file back, or restart the server to use this one"
    )]
    FileReplaced,
    #[error(
        "its write-ahead log was deleted, moved away or replaced: put the same file back, or restart the server"
    )]
    LogMissing,
    #[error("its schema is that of migration {0}, which is older than this program")]
    OldSchema(i64),
}

impl StoreError {
    /// The task that writes to the database has ended: nothing can be written until the program starts again.
    pub fn writer_ended() -> Self {
        Self::unavailable(NoAnswer::WriterEnded)
    }

    /// The task that reads from the database has ended.
    pub fn reader_ended() -> Self {
        Self::unavailable(NoAnswer::ReaderEnded)
    }

    /// The server has panicked while the database wrote: only the log tells whether the commit was stored.
    pub fn unreported_commit() -> Self {
        Self::unavailable(NoAnswer::UnreportedCommit)
    }

    /// The schema is that of an older migration, of this number.
    pub(crate) fn old_schema(found: i64) -> Self {
        Self::unavailable(NoAnswer::OldSchema(found))
    }

    /// The file of the database was deleted or moved away.
    pub(crate) fn file_missing() -> Self {
        Self::unavailable(NoAnswer::FileMissing)
    }

    /// The file of the database was replaced by another one.
    pub(crate) fn file_replaced() -> Self {
        Self::unavailable(NoAnswer::FileReplaced)
    }

    /// The write-ahead log of the database was deleted, moved away or replaced.
    pub(crate) fn log_missing() -> Self {
        Self::unavailable(NoAnswer::LogMissing)
    }

    /// The database did not answer in time.
    pub(crate) fn late() -> Self {
        Self::unavailable(NoAnswer::Late)
    }

    pub(crate) fn violation(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Violation(Arc::new(error))
    }

    /// The log of a game is damaged at an entry.
    pub(crate) fn damaged_log(seq: u64, why: String) -> Self {
        Self::UnreadableLog(UnreadableLog { seq, is_newer: false, why })
    }

    pub(crate) fn unavailable(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Unavailable(Arc::new(error))
    }
}

impl From<CorruptLog> for StoreError {
    fn from(error: CorruptLog) -> Self {
        Self::damaged_log(error.seq, error.to_string())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(database) if database.is_unique_violation() || is_race(database.code().as_deref()) => {
                Self::Conflict
            }
            Some(database) if database.code().is_some_and(|code| is_violation(&code)) => {
                Self::violation(error)
            }
            _ => Self::unavailable(error),
        }
    }
}

/// Whether a code says that a statement or its values break a rule of the schema: the classes 22 (values) and 23
/// (constraints) of Postgres, whose codes have five characters, or a code of SQLite.
fn is_violation(code: &str) -> bool {
    match code.len() {
        5 => code.starts_with("22") || code.starts_with("23"),
        _ => code.parse().is_ok_and(is_sqlite_violation),
    }
}

/// Whether an extended code of SQLite says that a statement or its values break a rule of the schema.
pub(crate) fn is_sqlite_violation(extended_code: i32) -> bool {
    let primary_code = extended_code & 0xff;
    [ffi::SQLITE_CONSTRAINT, ffi::SQLITE_MISMATCH, ffi::SQLITE_TOOBIG, ffi::SQLITE_RANGE]
        .contains(&primary_code)
}

/// Whether Postgres rolled a transaction back only because of another one: a deadlock (`40P01`) or a serialization
/// failure (`40001`).
fn is_race(code: Option<&str>) -> bool {
    matches!(code, Some("40P01" | "40001"))
}
