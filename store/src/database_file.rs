//! The file of a SQLite database and its write-ahead log: whether their paths still name the files that were opened.
//! Otherwise what is written goes into a file that nobody finds again, or into another database.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;

/// The file of a SQLite database. Cheap to clone; all clones know the same opened files.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseFile {
    path: Arc<Path>,
    opened: Arc<OnceLock<OpenedFiles>>,
}

/// The files that were opened.
#[derive(Debug)]
struct OpenedFiles {
    database: FileId,
    /// None if SQLite has not made a write-ahead log.
    write_ahead_log: Option<FileId>,
    /// The last connection that closes removes the write-ahead log. This one stays open, so that the log stays the same
    /// file while other connections come and go.
    connection: Mutex<Connection>,
}

/// What a file is, wherever its path leads: its device and its number there.
type FileId = (u64, u64);

impl DatabaseFile {
    /// The file at a path. It need not exist yet.
    pub(crate) fn at(path: &Path) -> Self {
        Self { path: path.into(), opened: Arc::default() }
    }

    /// Notes that this file and its write-ahead log are the database from now on.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the file cannot be opened.
    pub(crate) fn note_opened(&self) -> Result<(), StoreError> {
        let Some(database) = file_id(&self.path) else { return Ok(()) };
        let connection = self.connect()?;
        // The first read opens the write-ahead log.
        connection.query_row("select count(*) from sqlite_schema", [], |_| Ok(()))?;
        let write_ahead_log = file_id(&self.write_ahead_log());
        let _ = self.opened.set(OpenedFiles { database, write_ahead_log, connection: connection.into() });
        Ok(())
    }

    /// Opens a connection to the file, which exists.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the file cannot be opened.
    pub(crate) fn connect(&self) -> Result<Connection, StoreError> {
        let flags = OpenFlags::default() - OpenFlags::SQLITE_OPEN_CREATE;
        Ok(Connection::open_with_flags(&self.path, flags)?)
    }

    /// Checks that both paths still name the files that were opened.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if a file was deleted, moved away, or replaced by another one.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let Some(opened) = self.opened.get() else { return Ok(()) };
        match file_id(&self.path) {
            Some(found) if found == opened.database => {}
            Some(_) => return Err(StoreError::file_replaced()),
            None => return Err(StoreError::file_missing()),
        }
        match opened.write_ahead_log {
            Some(log) if file_id(&self.write_ahead_log()) != Some(log) => Err(StoreError::log_missing()),
            _ => Ok(()),
        }
    }

    /// Like [`check`](Self::check). If there is no write-ahead log, what only the open log has is moved into the file, so
    /// that it does not end with this process. Beside another log this would be wrong: its pages may be older.
    ///
    /// # Errors
    ///
    /// As for [`check`](Self::check).
    pub(crate) fn check_and_rescue(&self) -> Result<(), StoreError> {
        self.check().inspect_err(|_| {
            if let Some(opened) = self.opened.get()
                && file_id(&self.write_ahead_log()).is_none()
            {
                let connection = opened.connection.lock().unwrap_or_else(PoisonError::into_inner);
                // If this fails, it is tried again before the next transaction.
                let _ = connection.query_row("pragma wal_checkpoint(full)", [], |_| Ok(()));
            }
        })
    }

    fn write_ahead_log(&self) -> PathBuf {
        let mut path = self.path.as_os_str().to_owned();
        path.push("-wal");
        path.into()
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
