use ikibuguzo_engine::Action;
use serde::{Deserialize, Serialize};

use crate::{OfferKind, Text, Timestamp};

/// An `acted` event without what follows from the events before it: the seat, the laps, the position and the clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompactEvent {
    /// Its number in the game: 1, 2, 3 …, without gaps or repeats.
    pub seq: u64,
    /// When the server received it: milliseconds since 1970-01-01 UTC.
    pub at: Timestamp,
    /// The action.
    pub action: Text<Action>,
    /// The offers that it closes, as in the event. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closes: Vec<OfferKind>,
}
