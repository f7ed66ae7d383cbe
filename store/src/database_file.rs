//! The file of a SQLite database: whether its path still names the file that was opened. Otherwise what is written goes
//! into a file that nobody finds again, or into another database.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::error::StoreError;

/// The file of a SQLite database. Cheap to clone; all clones know the same opened file.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseFile {
    path: Arc<Path>,
    opened: Arc<OnceLock<FileId>>,
}

/// What a file is, wherever its path leads: its device and its number there.
type FileId = (u64, u64);

impl DatabaseFile {
    /// The file at a path. It need not exist yet.
    pub(crate) fn at(path: &Path) -> Self {
        Self { path: path.into(), opened: Arc::default() }
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Notes that this file is the database from now on.
    pub(crate) fn note_opened(&self) {
        if let Some(id) = file_id(&self.path) {
            let _ = self.opened.set(id);
        }
    }

    /// Checks that the path still names the file that was opened.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the file was deleted, moved away, or replaced by another one.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let Some(opened) = self.opened.get() else { return Ok(()) };
        match file_id(&self.path) {
            Some(found) if found == *opened => Ok(()),
            Some(_) => Err(StoreError::file_replaced()),
            None => Err(StoreError::file_missing()),
        }
    }
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let metadata = path.metadata().ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Elsewhere a file that is open cannot be deleted.
#[cfg(not(unix))]
fn file_id(_: &Path) -> Option<FileId> {
    None
}
