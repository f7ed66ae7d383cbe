use std::time::Duration;

use ikibuguzo_engine::BySeat;
use ikibuguzo_protocol::Timestamp;

/// The input of a decision apart from the log: the time and the absences.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecisionContext {
    /// The time.
    pub now: Timestamp,
    /// When each player became absent; none for a player who is present.
    pub absent_since: BySeat<Option<Timestamp>>,
    /// The shortest absence that allows a claim. Time controls lengthen it.
    pub min_absence: Duration,
}
