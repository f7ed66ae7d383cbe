//! The state of the database in the log: one line when it fails and one when it works again, however many requests fail
//! in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ikibuguzo_store::StoreError;
use tracing::{debug, error, warn};

/// Logs failures of the database. Cheap to clone; all clones share the state.
#[derive(Clone, Debug, Default)]
pub struct DatabaseLog {
    is_failing: Arc<AtomicBool>,
    /// Whether the newest transaction of the writer failed because the database cannot be used.
    is_write_failing: Arc<AtomicBool>,
    /// How often the database could be used again.
    recoveries: Arc<AtomicU64>,
}

impl DatabaseLog {
    /// Logs that a request to the database failed. A conflict is not a failure: another writer won.
    pub fn failed(&self, error: &StoreError) {
        match error {
            StoreError::Conflict => {}
            StoreError::UnreadableLog(log) if log.is_newer => warn!(%error, "A request failed"),
            StoreError::Corrupt(_) | StoreError::UnreadableLog(_) | StoreError::NotEmpty => {
                error!(%error, "A request failed");
            }
            StoreError::Violation(_) => {
                error!(%error, "The server tried to store what its database refuses, which is a fault of the server");
            }
            StoreError::Unavailable(_) if self.is_failing.swap(true, Ordering::Relaxed) => {
                debug!(%error, "The database still cannot be used");
            }
            StoreError::Unavailable(_) => error!(%error, "The database cannot be used"),
        }
    }

    /// Notes that a transaction of the writer failed. Each of its commits is a request that failed.
    pub(crate) fn write_failed(&self, error: &StoreError) {
        if let StoreError::Unavailable(_) = error {
            self.is_write_failing.store(true, Ordering::Release);
        }
    }

    /// Whether the newest transaction of the writer failed because the database cannot be used.
    pub(crate) fn is_write_failing(&self) -> bool {
        self.is_write_failing.load(Ordering::Acquire)
    }

    /// Whether a request has failed since the last commit.
    pub(crate) fn is_failing(&self) -> bool {
        self.is_failing.load(Ordering::Relaxed) || self.is_write_failing()
    }

    /// How often the database could be used again since the start. After an outage another copy may have taken over.
    pub(crate) fn recoveries(&self) -> u64 {
        self.recoveries.load(Ordering::Acquire)
    }

    /// Notes a commit, which proves that the database works. A read does not: a full disk can be read.
    pub fn committed(&self) {
        if self.is_write_failing.load(Ordering::Relaxed) {
            self.is_write_failing.store(false, Ordering::Release);
        }
        // Read before it is written, so that commits to a working database do not write to shared memory.
        if self.is_failing.load(Ordering::Relaxed) && self.is_failing.swap(false, Ordering::Relaxed) {
            self.recoveries.fetch_add(1, Ordering::Release);
            warn!("The database can be used again");
        }
    }
}
