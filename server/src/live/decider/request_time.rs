//! When a request counts, and how long it waited.

use ikibuguzo_protocol::{Period, Timestamp};

/// When the server received a request, and until when it waited for what its clock depends on. Milliseconds since
/// 1970-01-01 UTC.
#[derive(Clone, Copy)]
pub(in crate::live) struct RequestTime {
    /// When the server received it.
    pub(in crate::live) heard_at: Timestamp,
    /// Until when it waited: `heard_at` if it did not.
    pub(in crate::live) waited_until: Timestamp,
}

impl RequestTime {
    /// The time of a request that did not wait.
    pub(in crate::live) fn of(heard_at: Timestamp) -> Self {
        Self { heard_at, waited_until: heard_at }
    }

    /// The time in which it waited.
    pub(super) fn wait(self) -> Period {
        Period::new(self.heard_at, self.waited_until)
    }
}
