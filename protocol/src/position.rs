use ikibuguzo_engine::{self as engine, Action, BySeat, Direction, Hole, Route, Seat, Store, Viewer};
use serde::{Deserialize, Serialize};

use crate::Text;

/// One value a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Seats<T> {
    /// South's.
    pub south: T,
    /// North's.
    pub north: T,
}

impl<T> Seats<T> {
    /// The value of a seat.
    pub fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::South => &self.south,
            Seat::North => &self.north,
        }
    }

    /// The value of a seat, to change it.
    pub fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::South => &mut self.south,
            Seat::North => &mut self.north,
        }
    }
}

impl<T> From<BySeat<T>> for Seats<T> {
    fn from(both: BySeat<T>) -> Self {
        Self { south: both.south, north: both.north }
    }
}

/// A board to play on: all that a client needs to draw it and to ask for the next action, without knowing the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionView {
    /// The counters in each hole, from `A` on. Counters in hand are in no hole.
    pub holes: Seats<Vec<u8>>,
    /// In games with stores, the counters in each: none where the viewer may not know. Left out in other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stores: Option<Stores>,
    /// Actions played so far; the next `act` names this number.
    pub ply: u32,
    /// Turns completed so far, both seats together.
    pub turns: u32,
    /// The seat that is to act; none when the rules have ended the game.
    pub to_move: Option<Text<Seat>>,
    /// The choice in the middle of a turn, if there is one.
    pub pending: Option<Pending>,
    /// What the seat to move may play: anti-clockwise by letter, then clockwise by letter, then `*`, `*>`, `-`.
    /// Whether a store can be entered is seen by its owner alone.
    pub legal: Vec<Text<Action>>,
}

impl PositionView {
    /// What a viewer sees of a game of the engine.
    pub fn of(game: &engine::Game, viewer: Viewer) -> Self {
        let seen = game.seen_by(viewer);
        Self {
            stores: seen.stores.map(|stores| stores.map(counted).into()),
            holes: BySeat::from_fn(|seat| game.holes(seat).to_vec()).into(),
            ply: game.plies(),
            turns: game.turns(),
            to_move: game.to_move().map(Text),
            pending: game.pending().map(Pending::from),
            legal: seen.legal.iter().copied().map(Text).collect(),
        }
    }
}

/// The counters in each seat's store; none for one that is concealed.
pub type Stores = Seats<Option<u8>>;

fn counted(store: Store) -> Option<u8> {
    match store {
        Store::Shown(counters) => Some(counters),
        Store::Concealed => None,
    }
}

/// Counters in hand in the middle of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pending {
    /// The hole that they would be sown from.
    pub hole: Text<Hole>,
    /// How many.
    pub hand: u8,
}

impl From<engine::Pending> for Pending {
    fn from(pending: engine::Pending) -> Self {
        Self { hole: Text(pending.hole), hand: pending.hand }
    }
}

/// One lap of an action, as it happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Lap {
    /// Counters were sown one by one.
    Sown {
        /// The hole that they came from.
        from: Text<Hole>,
        /// `acw` or `cw`.
        dir: Text<Direction>,
        /// How many.
        count: u8,
        /// The hole of the last one.
        last: Text<Hole>,
        /// What the lap captured; empty if nothing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captured: Vec<Captured>,
    },
    /// A whole store was entered, the first counter into `A` of the seat that acted.
    Entered {
        /// `own`: from the end of the row back to `A`; `opponent`: on into the opponent's row.
        enter: Text<Route>,
        /// How many.
        count: u8,
        /// The hole of the last one.
        last: Text<Hole>,
        /// What was captured; empty if nothing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captured: Vec<Captured>,
    },
    /// A pass: nothing happened.
    Passed {
        /// Always true.
        pass: bool,
    },
    /// The lap limit ended the turn; the counters that would have been in hand are in this hole.
    Endless {
        /// The hole.
        endless: Text<Hole>,
    },
}

/// A hole, and the counters captured from it.
pub type Captured = (Text<Hole>, u8);

impl Lap {
    /// What the lap captured.
    pub fn captured(&self) -> &[Captured] {
        match self {
            Self::Sown { captured, .. } | Self::Entered { captured, .. } => captured,
            Self::Passed { .. } | Self::Endless { .. } => &[],
        }
    }
}

impl From<&engine::Lap> for Lap {
    fn from(lap: &engine::Lap) -> Self {
        match lap {
            engine::Lap::Sown { from, direction, count, last, captures } => Self::Sown {
                from: Text(*from),
                dir: Text(*direction),
                count: *count,
                last: Text(*last),
                captured: told(captures),
            },
            engine::Lap::Entered { route, count, last, captures } => Self::Entered {
                enter: Text(*route),
                count: *count,
                last: Text(*last),
                captured: told(captures),
            },
            engine::Lap::Passed => Self::Passed { pass: true },
            engine::Lap::Endless { hole } => Self::Endless { endless: Text(*hole) },
        }
    }
}

fn told(captures: &[engine::Capture]) -> Vec<Captured> {
    captures.iter().map(|capture| (Text(capture.hole), capture.counters)).collect()
}
