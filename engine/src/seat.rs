//! The two seats, and pairs of values for them.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// One of the two sides of the board. South makes the first turn of a game.
///
/// `!seat` is the opponent. The text form is `south` or `north`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The seat that makes the first turn; its holes are written in upper case.
    South,
    /// The other seat; its holes are written in lower case.
    North,
}

impl Seat {
    /// Both seats, South first.
    pub const ALL: [Seat; 2] = [Seat::South, Seat::North];

    /// The text form: `south` or `north`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Seat::South => "south",
            Seat::North => "north",
        }
    }
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::South => Seat::North,
            Seat::North => Seat::South,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        Seat::ALL.into_iter().find(|seat| seat.as_str() == text).ok_or(ParseSeatError)
    }
}

/// The text is not a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSeatError;

impl fmt::Display for ParseSeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seat is \"south\" or \"north\"")
    }
}

impl std::error::Error for ParseSeatError {}

/// One value for each seat, indexed by [`Seat`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    /// South's value.
    pub south: T,
    /// North's value.
    pub north: T,
}

impl<T> BySeat<T> {
    /// Makes a pair from South's value and North's.
    pub const fn new(south: T, north: T) -> BySeat<T> {
        BySeat { south, north }
    }

    /// Calls `value` for South, then for North.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat { south: value(Seat::South), north: value(Seat::North) }
    }

    /// Applies a function to both values, South's first.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat { south: change(self.south), north: change(self.north) }
    }

    /// The two values by reference.
    pub const fn as_ref(&self) -> BySeat<&T> {
        BySeat { south: &self.south, north: &self.north }
    }

    /// The two values, South's first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        [&self.south, &self.north].into_iter()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::South => &self.south,
            Seat::North => &self.north,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::South => &mut self.south,
            Seat::North => &mut self.north,
        }
    }
}
