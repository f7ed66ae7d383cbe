//! What an action made happen on the board, lap by lap.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::hole::MAX_HOLES;
use crate::{Direction, Hole};

/// One step of what an action made happen, in order; enough to show the sowing without knowing the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lap {
    /// Counters were sown one by one into the following holes, and perhaps counters were captured.
    Sown {
        /// The hole that was lifted; captured counters that go on from it were in hand there.
        from: Hole,
        /// Which way the counters went.
        direction: Direction,
        /// How many were sown: at least 1.
        count: u8,
        /// Where the last one fell.
        last: Hole,
        /// What was captured because of it; empty after most laps.
        captures: Captures,
    },
    /// All of a store was entered, the first counter into `A` of the seat that played, and perhaps counters were
    /// captured.
    Entered {
        /// Which way the counters went from the end of the own row.
        route: Route,
        /// How many were entered: at least 1.
        count: u8,
        /// Where the last one fell.
        last: Hole,
        /// What was captured because of it.
        captures: Captures,
    },
    /// A pass: nothing happened.
    Passed,
    /// The lap limit ended the turn; the counters that would have been sown on stay in this hole.
    Endless {
        /// The hole they would have been sown from.
        hole: Hole,
    },
}

/// Where counters of a store go from the end of the own row.
///
/// The text form is `own` or `opponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Route {
    /// Back to `A`.
    Own,
    /// On into the opponent's row.
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

/// The text names no route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRouteError;

impl fmt::Display for ParseRouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a route is \"own\" or \"opponent\"")
    }
}

impl std::error::Error for ParseRouteError {}

/// Counters taken from one hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The hole that they were taken from.
    pub hole: Hole,
    /// How many: at least 1.
    pub counters: u8,
}

/// The captures of one lap, in the order they are made; on four-row boards the inner hole, then the outer one.
///
/// A small list without heap that reads as a slice of [`Capture`].
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

    /// Adds a capture. A lap takes from each of the opponent's holes at most once, so there is room.
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

/// Where the laps of an action are written down, or not: who declines them pays for no list.
pub(crate) struct Trace<'a>(Option<&'a mut Vec<Lap>>);

impl<'a> Trace<'a> {
    pub(crate) fn into_list(laps: &'a mut Vec<Lap>) -> Trace<'a> {
        Trace(Some(laps))
    }

    pub(crate) fn declined() -> Trace<'a> {
        Trace(None)
    }

    /// Writes down what `lap` describes, and does not ask for it otherwise.
    pub(crate) fn push(&mut self, lap: impl FnOnce() -> Lap) {
        if let Some(laps) = &mut self.0 {
            laps.push(lap());
        }
    }
}
