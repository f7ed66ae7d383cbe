//! The error of an import.

use std::io;

use ikibuguzo_protocol::ErrorCode;
use ikibuguzo_store::StoreError;
use thiserror::Error;

use crate::error;

/// The reason for which a file is not imported.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file has an error.
    #[error("line {line}: {why}")]
    Refused {
        /// The line of the error, from 1.
        line: usize,
        /// The error.
        why: String,
    },
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ImportError> for error::Error {
    fn from(error: ImportError) -> Self {
        match error {
            ImportError::Store(error) => Self::Store(error),
            refused => Self::new(ErrorCode::BadRecord, refused.to_string()),
        }
    }
}
