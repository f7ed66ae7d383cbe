//! The description of a game: what others read about it, so that they need not know it by its name.

use crate::Circuit;

/// What distinguishes one game from the others where it is shown, stored and rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTraits {
    /// The name of the game without its options, such as `ikibuguzo`.
    pub name: &'static str,
    /// The number of rows of a seat: 1 or 2.
    pub rows: usize,
    /// The destination of captured counters.
    pub captured: CapturedCounters,
    /// The value of the first turn, in rating points: a player who begins is as strong as one whose rating is higher by
    /// this. Measured with computer players against themselves (docs/BOTS.md); 0 if the sign depends on their level, or
    /// if the value is within the error.
    pub first_turn_advantage: u16,
}

/// The destination of captured counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapturedCounters {
    /// They are sown, or put into a hole, in the same turn.
    Hand,
    /// They go into the store of the seat that captures. Only its owner sees a store.
    Store,
    /// They leave the game.
    Away,
}

impl CapturedCounters {
    /// The text form: `hand`, `store` or `away`.
    pub const fn as_str(self) -> &'static str {
        match self {
            CapturedCounters::Hand => "hand",
            CapturedCounters::Store => "store",
            CapturedCounters::Away => "away",
        }
    }
}

/// The holes into which the counters of a lap fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SowingPath {
    /// Those of the seat, from the hole after the one that was lifted, in the direction of the lap.
    OwnSide,
    /// Those of a circuit, from the one that was lifted, or from the next one if it held one counter.
    Circuit(Circuit),
}

impl SowingPath {
    /// The text form: `side`, `board` or `own-row`.
    pub const fn as_str(self) -> &'static str {
        match self {
            SowingPath::OwnSide => "side",
            SowingPath::Circuit(Circuit::Board) => "board",
            SowingPath::Circuit(Circuit::OwnRow) => "own-row",
        }
    }
}
