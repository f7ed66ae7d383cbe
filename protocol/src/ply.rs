use ikibuguzo_engine::{Action, Position};
use serde::{Deserialize, Serialize};

use crate::{GameId, Lap, Pending, PositionView, Role, Text};

/// The answer to `GET /api/games/{id}/plies/{n}`: what the game looked like after so many actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyView {
    /// The game.
    pub game: GameId,
    /// What the viewer is to it.
    pub role: Role,
    /// How many actions the game has; those that were taken back are gone.
    pub plies: u32,
    /// The position then.
    pub position: PositionView,
    /// What each of its legal actions would do, in their order.
    pub previews: Vec<Preview>,
}

/// What an action would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// The action.
    pub action: Text<Action>,
    /// What it would make happen, in order: 256 laps at the most.
    pub laps: Vec<Lap>,
    /// How many counters it would capture in all.
    pub captured: u16,
    /// The choice that its player would have after it, in the same turn; none where the turn would be over.
    pub pending: Option<Pending>,
}

impl Preview {
    /// What an action would do in a position; none where it is not legal.
    pub fn of(position: &Position, action: Action) -> Option<Self> {
        let mut after = *position;
        let laps: Vec<Lap> = after.play(action).ok()?.iter().map(Lap::from).collect();
        let captured = laps.iter().flat_map(Lap::captured).map(|(_, counters)| u16::from(*counters)).sum();
        Some(Self { action: Text(action), laps, captured, pending: after.pending().map(Pending::from) })
    }
}
