//! Laps: the steps of an action.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::hole::MAX_HOLES;
use crate::{Direction, Hole};

/// One step of an action. The laps of an action are enough to animate it without knowing the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lap {
    /// Counters were sown one by one into the following holes.
    Sown {
        /// The hole from which they were lifted, or at which captured counters were in hand.
        from: Hole,
        /// The direction.
        direction: Direction,
        /// Number of counters sown, at least 1.
        count: u8,
        /// The hole of the last counter.
        last: Hole,
        /// The captures of the lap. Most laps have none.
        captures: Captures,
    },
    /// A whole store was entered, with the first counter into `A` of the seat that played.
    Entered {
        /// The route at the end of the own row.
        route: Route,
        /// Number of counters entered, at least 1.
        count: u8,
        /// The hole of the last counter.
        last: Hole,
        /// The captures.
        captures: Captures,
    },
    /// A pass: nothing happened.
    Passed,
    /// The lap limit ended the turn. The counters in hand were put into this hole.
    Endless {
        /// The hole.
        hole: Hole,
    },
}

/// The route of a store's counters at the end of the own row.
///
/// The text form is `own` or `opponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// Back to `A`.
    Own,
    /// Into the opponent's row.
    Opponent,
}

impl Route {
    /// `own` or `opponent`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Route::Own => "own",
            Route::Opponent => "opponent",
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Route {
    type Err = ParseRouteError;

    fn from_str(text: &str) -> Result<Route, ParseRouteError> {
        [Route::Own, Route::Opponent].into_iter().find(|route| route.as_str() == text).ok_or(ParseRouteError)
    }
}

/// The text is not a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRouteError;

impl fmt::Display for ParseRouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a route is \"own\" or \"opponent\"")
    }
}

impl std::error::Error for ParseRouteError {}

/// The counters captured from one hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The hole.
    pub hole: Hole,
    /// Number of counters, at least 1.
    pub counters: u8,
}

/// The captures of one lap, in order. On four-row boards the inner hole comes before the outer one.
///
/// The list is stored inline, without heap allocation, and dereferences to a slice of [`Capture`].
#[derive(Clone, Copy)]
pub struct Captures {
    items: [Capture; MAX_HOLES],
    len: u8,
}

impl Captures {
    /// The captures as a slice.
    pub fn as_slice(&self) -> &[Capture] {
        &self.items[..usize::from(self.len)]
    }

    /// Number of captured counters.
    pub(crate) fn sum(&self) -> u8 {
        self.iter().map(|capture| capture.counters).sum()
    }

    /// Adds a capture. A lap captures each of the opponent's holes at most once, so the list is long enough.
    pub(crate) fn push(&mut self, capture: Capture) {
        self.items[usize::from(self.len)] = capture;
        self.len += 1;
    }
}

impl Default for Captures {
    fn default() -> Captures {
        let unused = Capture { hole: Hole::new(crate::Seat::South, 0), counters: 0 };
        Captures { items: [unused; MAX_HOLES], len: 0 }
    }
}

impl Deref for Captures {
    type Target = [Capture];

    fn deref(&self) -> &[Capture] {
        self.as_slice()
    }
}

impl fmt::Debug for Captures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Captures {
    fn eq(&self, other: &Captures) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Captures {}

/// Counts the laps of an action, and collects them or discards them without allocating.
pub(crate) struct Trace<'a> {
    list: Option<&'a mut Vec<Lap>>,
    counts: ActionCounts,
}

/// The numbers of laps and captured counters of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionCounts {
    /// Number of laps that [`Position::play`](crate::Position::play) returns for the action.
    pub laps: u16,
    /// Number of counters that the action captured.
    pub captured: u8,
}

impl<'a> Trace<'a> {
    pub(crate) fn into_list(laps: &'a mut Vec<Lap>) -> Trace<'a> {
        Trace { list: Some(laps), counts: ActionCounts::default() }
    }

    pub(crate) fn disabled() -> Trace<'a> {
        Trace { list: None, counts: ActionCounts::default() }
    }

    pub(crate) fn counts(&self) -> ActionCounts {
        self.counts
    }

    /// Counts captured counters.
    pub(crate) fn count_captured(&mut self, counters: u8) {
        self.counts.captured += counters;
    }

    /// Adds a lap. `lap` is called only if laps are collected.
    pub(crate) fn push(&mut self, lap: impl FnOnce() -> Lap) {
        self.counts.laps += 1;
        if let Some(laps) = &mut self.list {
            laps.push(lap());
        }
    }
}
