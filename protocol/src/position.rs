use ikibuguzo_engine::{self as engine, Action, BySeat, Direction, Hole, Route, Seat, Store, Viewer};
use serde::{Deserialize, Serialize};

use crate::Text;

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct Seats<T> {
    /// South's value.
    pub south: T,
    /// North's value.
    pub north: T,
}

impl<T> Seats<T> {
    /// The value of a seat, by reference.
    pub fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::South => &self.south,
            Seat::North => &self.north,
        }
    }

    /// The value of a seat, by mutable reference.
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

/// A position, with all that a client needs to draw it and to list the next actions without knowing the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionView {
    /// The counters in each hole, from `A` on. Counters in hand are in no hole.
    pub holes: Seats<Vec<u8>>,
    /// In games with stores, the counters in each store; null for a store that is concealed from the viewer.
    /// Absent in other games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stores: Option<Stores>,
    /// Number of actions played so far, without those taken back.
    pub ply: u32,
    /// Number of completed turns of both seats together.
    pub turns: u32,
    /// The seat to move; null when the rules have ended the game.
    pub to_move: Option<Text<Seat>>,
    /// The counters in hand, if the seat to move has a choice in the middle of its turn.
    pub pending: Option<Pending>,
    /// The legal actions: anti-clockwise by letter, then clockwise by letter, then `*`, `*>`, `-`.
    /// Only the owner of a store sees `*` and `*>`.
    pub legal: Vec<Text<Action>>,
}

impl PositionView {
    /// The position of a game of the engine, as a viewer may see it.
    pub fn of(game: &engine::Game, viewer: Viewer) -> Self {
        let seen = game.seen_by(viewer);
        Self {
            stores: seen.stores.map(|stores| stores.map(shown_counters).into()),
            holes: BySeat::from_fn(|seat| game.holes(seat).to_vec()).into(),
            ply: game.plies(),
            turns: game.turns(),
            to_move: game.to_move().map(Text),
            pending: game.pending().map(Pending::from),
            legal: seen.legal.iter().copied().map(Text).collect(),
        }
    }
}

/// The counters in each seat's store; null for a concealed store.
pub type Stores = Seats<Option<u8>>;

fn shown_counters(store: Store) -> Option<u8> {
    match store {
        Store::Shown(counters) => Some(counters),
        Store::Concealed => None,
    }
}

/// Counters in hand in the middle of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pending {
    /// The hole from which they would be sown.
    pub hole: Text<Hole>,
    /// Number of counters in hand.
    pub hand: u8,
}

impl From<engine::Pending> for Pending {
    fn from(pending: engine::Pending) -> Self {
        Self { hole: Text(pending.hole), hand: pending.hand }
    }
}

/// One lap of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Lap {
    /// Counters were sown one by one.
    #[cfg_attr(feature = "schema", schemars(title = "SownLap"))]
    Sown {
        /// The hole from which they came.
        from: Text<Hole>,
        /// `acw` or `cw`.
        dir: Text<Direction>,
        /// Number of counters sown.
        count: u8,
        /// The hole of the last counter.
        last: Text<Hole>,
        /// The captures. Absent if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captured: Vec<CaptureView>,
    },
    /// A whole store was entered, with the first counter into `A` of the seat that acted.
    #[cfg_attr(feature = "schema", schemars(title = "EnteredLap"))]
    Entered {
        /// `own`: from the end of the row back to `A`; `opponent`: on into the opponent's row.
        enter: Text<Route>,
        /// Number of counters sown.
        count: u8,
        /// The hole of the last counter.
        last: Text<Hole>,
        /// The captures. Absent if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captured: Vec<CaptureView>,
    },
    /// A pass: nothing happened.
    #[cfg_attr(feature = "schema", schemars(title = "PassedLap"))]
    Passed {
        /// Always true.
        pass: bool,
    },
    /// The lap limit ended the turn. The counters in hand were put into this hole.
    #[cfg_attr(feature = "schema", schemars(title = "EndlessLap"))]
    Endless {
        /// The hole.
        endless: Text<Hole>,
    },
}

/// A hole, and the counters captured from it.
pub type CaptureView = (Text<Hole>, u8);

impl Lap {
    /// The captures of the lap.
    pub fn captured(&self) -> &[CaptureView] {
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
                captured: captured_of(captures),
            },
            engine::Lap::Entered { route, count, last, captures } => Self::Entered {
                enter: Text(*route),
                count: *count,
                last: Text(*last),
                captured: captured_of(captures),
            },
            engine::Lap::Passed => Self::Passed { pass: true },
            engine::Lap::Endless { hole } => Self::Endless { endless: Text(*hole) },
        }
    }
}

fn captured_of(captures: &[engine::Capture]) -> Vec<CaptureView> {
    captures.iter().map(|capture| (Text(capture.hole), capture.counters)).collect()
}
