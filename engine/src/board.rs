//! The counters on the board.

use crate::hole::MAX_HOLES;
use crate::{BySeat, Outcome, Reason, Seat};

/// How many counters every hole of both sides holds.
///
/// A board never holds more than [`MAX_COUNTERS`](crate::Setup::MAX_COUNTERS) counters, so no hole, hand or sum of
/// holes overflows a `u8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    sides: BySeat<[u8; MAX_HOLES]>,
    /// How many holes of each side are in use; the others stay empty.
    holes: u8,
}

impl Board {
    /// The board with these sides, which are equally long and not longer than twenty holes.
    pub(crate) fn new(sides: BySeat<&[u8]>) -> Board {
        debug_assert_eq!(sides.south.len(), sides.north.len());
        Board {
            sides: sides.map(|side| {
                let mut holes = [0; MAX_HOLES];
                holes[..side.len()].copy_from_slice(side);
                holes
            }),
            holes: sides.south.len() as u8,
        }
    }

    pub(crate) fn side(&self, seat: Seat) -> &[u8] {
        &self.sides[seat][..usize::from(self.holes)]
    }

    pub(crate) fn side_mut(&mut self, seat: Seat) -> &mut [u8] {
        &mut self.sides[seat][..usize::from(self.holes)]
    }

    /// All counters of a side.
    pub(crate) fn sum(&self, seat: Seat) -> u16 {
        self.side(seat).iter().map(|&counters| u16::from(counters)).sum()
    }

    pub(crate) fn is_bare(&self, seat: Seat) -> bool {
        // The unused holes are empty, and an array of known length is compared at once.
        self.sides[seat] == [0; MAX_HOLES]
    }

    /// The seat that has all counters, if the other one has none. On a board without any nobody has captured all.
    pub(crate) fn captured_all(&self) -> Option<Outcome> {
        let winner = match Seat::ALL.map(|seat| self.is_bare(seat)) {
            [false, true] => Seat::South,
            [true, false] => Seat::North,
            [false, false] | [true, true] => return None,
        };
        Some(Outcome::win(winner, Reason::CapturedAll))
    }

    pub(crate) fn holes(&self) -> u8 {
        self.holes
    }

    pub(crate) fn counters(&self, seat: Seat, index: u8) -> u8 {
        self.sides[seat][usize::from(index)]
    }

    /// Puts counters into a hole, on top of what it holds.
    pub(crate) fn put(&mut self, seat: Seat, index: u8, counters: u8) {
        self.sides[seat][usize::from(index)] += counters;
    }

    /// Empties a hole and hands over what it held.
    pub(crate) fn lift(&mut self, seat: Seat, index: u8) -> u8 {
        std::mem::take(&mut self.sides[seat][usize::from(index)])
    }
}
