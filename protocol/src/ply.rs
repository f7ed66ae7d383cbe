use ikibuguzo_engine::{Action, Position};
use serde::{Deserialize, Serialize};

use crate::{GameId, Lap, Pending, PositionView, Role, Text};

/// The response of `GET /api/games/{id}/plies/{n}`: the game after its first `n` actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlyView {
    /// The game.
    pub game: GameId,
    /// The viewer's role in it.
    pub role: Role,
    /// Number of actions in the game, without those that were taken back.
    pub plies: u32,
    /// The position after `n` actions.
    pub position: PositionView,
    /// The effects of its legal actions, in the same order.
    pub previews: Vec<Preview>,
}

/// The effects of an action before it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// The action.
    pub action: Text<Action>,
    /// Its laps, in order.
    pub laps: Vec<Lap>,
    /// Number of counters that it would capture.
    pub captured: u16,
    /// The counters in hand if the player would have a choice next; null if the turn would be over.
    pub pending: Option<Pending>,
}

impl Preview {
    /// Previews an action in a position. Returns `None` if the action is not legal.
    pub fn of(position: &Position, action: Action) -> Option<Self> {
        let mut after = *position;
        let laps: Vec<Lap> = after.play(action).ok()?.iter().map(Lap::from).collect();
        let captured = laps.iter().flat_map(Lap::captured).map(|(_, counters)| u16::from(*counters)).sum();
        Some(Self { action: Text(action), laps, captured, pending: after.pending().map(Pending::from) })
    }
}
