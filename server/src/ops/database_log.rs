//! Whether the database can be used, as the log tells it: once when it fails, once when it works again, however many
//! requests fail in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ikibuguzo_store::StoreError;
use tracing::{debug, error, warn};

/// Logs failures of the database. Cheap to clone; all clones share what they know.
#[derive(Clone, Debug, Default)]
pub struct DatabaseLog {
    is_failing: Arc<AtomicBool>,
}

impl DatabaseLog {
    /// Logs that a request to the database failed. A conflict is no failure: another writer was first.
    pub fn failed(&self, error: &StoreError) {
        match error {
            StoreError::Conflict => {}
            StoreError::Corrupt(_) | StoreError::NotEmpty => error!(%error, "A request failed"),
            StoreError::Unavailable(_) if self.is_failing.swap(true, Ordering::Relaxed) => {
                debug!(%error, "The database still cannot be used");
            }
            StoreError::Unavailable(_) => error!(%error, "The database cannot be used"),
        }
    }

    /// Notes that something was committed. Reading alone proves nothing: a full disk can be read.
    pub fn committed(&self) {
        // Read before it is written, so that commits to a working database share nothing.
        if self.is_failing.load(Ordering::Relaxed) && self.is_failing.swap(false, Ordering::Relaxed) {
            warn!("The database can be used again");
        }
    }
}
