//! The description of a game and its rules page. Code outside the engine reads them and knows no game by its name.

/// The properties of a game by which other crates show, store and rate it.
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
    /// The holes of the seat, from the hole after the one that was lifted, in the direction of the lap.
    OwnSide,
    /// The holes of a circuit, from the one that was lifted, or from the next one if it held one counter.
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

/// The circuit in which a hole of Azigo is sown (docs/rules/azigo.md, A turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Circuit {
    /// All forty holes: the own row, then the opponent's.
    Board,
    /// The own row alone.
    OwnRow,
}

/// The page of `docs/rules` that has the rules of a game, and which of its sections apply at a moment.
///
/// It is apart from [`GameTraits`](crate::GameTraits), so that a program that shows no rules does not contain their
/// text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesPage {
    /// The text in Markdown. Its first line is the name of the game.
    pub text: &'static str,
    /// The short name of the document that `[source]` refers to.
    pub source: &'static str,
    /// The titles of the sections about the opening; empty in games without one.
    pub opening: &'static [&'static str],
    /// The titles of the sections about a choice with counters in hand; empty in games without one.
    pub choice: &'static [&'static str],
    /// The titles of the sections about a turn.
    pub turn: &'static [&'static str],
}
