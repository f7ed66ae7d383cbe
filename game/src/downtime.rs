//! Downtime: periods that are charged to no clock.

use ikibuguzo_protocol::Timestamp;

/// A period that is charged to no clock: no server ran, no server served the player, or an action waited for its
/// decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Downtime {
    /// The start.
    pub from: Timestamp,
    /// The end.
    pub until: Timestamp,
}
