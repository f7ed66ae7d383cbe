//! Downtime: periods in which no server ran.

/// A period in which no server ran. It is charged to no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// The start: milliseconds since 1970-01-01 UTC.
    pub from: u64,
    /// The end: milliseconds since 1970-01-01 UTC.
    pub until: u64,
}
