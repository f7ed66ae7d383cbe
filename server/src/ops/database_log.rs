//! The state of the database in the log: one line when it fails and one when it works again, however many requests fail
//! in between.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ikibuguzo_store::StoreError;
use tokio::time::Instant;
use tracing::{debug, error, warn};

/// How long a request that began in an outage may wait until it fails: a statement takes 5 seconds at most.
const MAX_WAIT: Duration = Duration::from_secs(6);

/// Logs failures of the database. Cheap to clone; all clones share the state.
#[derive(Clone, Debug, Default)]
pub struct DatabaseLog {
    is_failing: Arc<AtomicBool>,
    /// Whether the newest transaction of the writer failed because the database cannot be used.
    is_write_failing: Arc<AtomicBool>,
    /// How often the database could be used again.
    recoveries: Arc<AtomicU64>,
    /// When the database could last be used again.
    recovered_at: Arc<Mutex<Option<Instant>>>,
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
            StoreError::Unavailable(_) if self.has_just_recovered() => {
                debug!(%error, "A request that may have begun in the last outage failed");
            }
            StoreError::Unavailable(_) if self.is_failing.swap(true, Ordering::Relaxed) => {
                debug!(%error, "The database still cannot be used");
            }
            StoreError::Unavailable(_) => error!(%error, "The database cannot be used"),
        }
    }

    /// Whether a failure may be the late end of an outage: the writer, which does not wait for others, can write.
    fn has_just_recovered(&self) -> bool {
        let recovered_at = *self.recovered_at.lock().unwrap_or_else(PoisonError::into_inner);
        !self.is_write_failing() && recovered_at.is_some_and(|at| at.elapsed() < MAX_WAIT)
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
            *self.recovered_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            self.recoveries.fetch_add(1, Ordering::Release);
            warn!("The database can be used again");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unavailable(why: &str) -> StoreError {
        StoreError::Unavailable(Arc::new(std::io::Error::other(why)))
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_fails_after_the_end_of_an_outage_is_no_new_outage() {
        let log = DatabaseLog::default();
        log.failed(&unavailable("stopped"));
        log.committed();
        log.failed(&unavailable("waited for a connection"));
        assert!(!log.is_failing());

        log.write_failed(&unavailable("stopped again"));
        log.failed(&unavailable("stopped again"));
        assert!(log.is_failing(), "the writer has failed");
        log.committed();
        tokio::time::advance(MAX_WAIT).await;
        log.failed(&unavailable("later"));
        assert!(log.is_failing());
    }
}
