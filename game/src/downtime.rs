//! Downtime: periods that are charged to no clock.

/// A period that is charged to no clock: no server ran, no server served the player, or an action waited for its
/// decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// The start: milliseconds since 1970-01-01 UTC.
    pub from: u64,
    /// The end: milliseconds since 1970-01-01 UTC.
    pub until: u64,
}
