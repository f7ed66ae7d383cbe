use thiserror::Error;

use crate::fact::Entry;

/// An error: a log contains an entry that cannot follow those before it.
#[derive(Debug, Error)]
#[error("entry {seq} of the log does not follow: {why}")]
pub struct CorruptLog {
    /// The `seq` of the entry; 0 for an empty log.
    pub seq: u64,
    /// The reason.
    pub why: String,
}

impl CorruptLog {
    pub(super) fn at(entry: &Entry, why: &(impl ToString + ?Sized)) -> Self {
        Self::new(entry.seq, why)
    }

    pub(crate) fn new(seq: u64, why: &(impl ToString + ?Sized)) -> Self {
        Self { seq, why: why.to_string() }
    }
}
