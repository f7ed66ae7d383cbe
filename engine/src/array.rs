//! The opening arrays of Ikibuguzo and their scheduled opening turns.

use std::fmt;
use std::str::FromStr;

/// One of the two opening arrays of Ikibuguzo: how a seat arranges its counters before the first turn.
///
/// The text form is `first` or `second` (docs/rules/ikibuguzo.md, Arrangement; Murray 1951: 217).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Array {
    /// Groups of three in the inner row, all other counters in `B` and `H`. Three opening turns.
    First,
    /// Four counters in each outer hole. Eight opening turns.
    Second,
}

impl Array {
    /// Both arrays.
    pub const ALL: [Array; 2] = [Array::First, Array::Second];

    /// The text form: `first` or `second`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Array::First => "first",
            Array::Second => "second",
        }
    }

    /// The counters in the holes `A` to `P`, 32 in all.
    pub const fn holes(self) -> [u8; 16] {
        match self {
            Array::First => [0, 6, 0, 0, 0, 0, 0, 17, 0, 3, 0, 3, 0, 3, 0, 0],
            Array::Second => [4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0],
        }
    }

    /// The indices of the holes that the opening turns sow, in order.
    pub(crate) const fn schedule(self) -> &'static [u8] {
        match self {
            // N, L, J
            Array::First => &[13, 11, 9],
            // H, G, F, E, D, C, B, A
            Array::Second => &[7, 6, 5, 4, 3, 2, 1, 0],
        }
    }

    /// The counters that an opening turn drops into each of the following holes.
    pub(crate) const fn drops(self) -> &'static [u8] {
        match self {
            Array::First => &[2, 1],
            Array::Second => &[2, 1, 1],
        }
    }

    /// The counters in each scheduled hole before its turn: the sum of [`drops`](Array::drops).
    pub(crate) const fn group(self) -> u8 {
        match self {
            Array::First => 3,
            Array::Second => 4,
        }
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Array {
    type Err = ParseArrayError;

    fn from_str(text: &str) -> Result<Array, ParseArrayError> {
        Array::ALL.into_iter().find(|array| array.as_str() == text).ok_or(ParseArrayError)
    }
}

/// The text is not an opening array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseArrayError;

impl fmt::Display for ParseArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array is \"first\" or \"second\"")
    }
}

impl std::error::Error for ParseArrayError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_arranges_its_32_counters() {
        for array in Array::ALL {
            assert_eq!(array.holes().iter().sum::<u8>(), 32);
        }
    }

    #[test]
    fn every_scheduled_hole_holds_the_group_that_its_turn_drops() {
        for array in Array::ALL {
            assert_eq!(array.drops().iter().sum::<u8>(), array.group());
            for &index in array.schedule() {
                assert_eq!(array.holes()[usize::from(index)], array.group());
            }
        }
    }
}
