//! Times without a server, for which nobody pays.

/// A time in which no server was there to hear anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// From when on: milliseconds since 1970-01-01 UTC.
    pub from: u64,
    /// Until when: milliseconds since 1970-01-01 UTC.
    pub until: u64,
}
