//! Whether the database can be used, as the log tells it: once when it cannot, once when it can again, however many
//! commands are refused in between. One for the process, as the log is.

use std::sync::atomic::{AtomicBool, Ordering};

use tracing::{debug, error, warn};

use crate::store::StoreError;

static BROKEN: AtomicBool = AtomicBool::new(false);

/// The database could not be used, for this reason.
pub(crate) fn failed(error: &StoreError) {
    if BROKEN.swap(true, Ordering::Relaxed) {
        debug!(%error, "The database still cannot be used");
    } else {
        error!(%error, "The database cannot be used");
    }
}

/// Something was committed. Reading alone proves nothing: a full disk can be read.
pub(crate) fn committed() {
    // Looked at before it is written, so that commits of a sound database share nothing.
    if BROKEN.load(Ordering::Relaxed) && BROKEN.swap(false, Ordering::Relaxed) {
        warn!("The database can be used again");
    }
}
