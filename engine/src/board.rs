//! The board: the counters in every hole.

use crate::hole::MAX_HOLES;
use crate::{BySeat, Outcome, Reason, Seat};

/// The counters in the holes of both sides.
///
/// A board never holds more than [`MAX_COUNTERS`](crate::Setup::MAX_COUNTERS) counters, so no hole, hand or sum of
/// holes overflows a `u8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    sides: BySeat<[u8; MAX_HOLES]>,
    /// Number of holes of each side. The other elements of `sides` are 0.
    holes: u8,
}

impl Board {
    /// Makes a board from two sides of equal length, at most [`MAX_HOLES`].
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

    /// The sum of the counters of a side.
    pub(crate) fn sum(&self, seat: Seat) -> u16 {
        self.side(seat).iter().map(|&counters| u16::from(counters)).sum()
    }

    pub(crate) fn is_empty_side(&self, seat: Seat) -> bool {
        // Unused elements are 0, and comparing an array of fixed length is fast.
        self.sides[seat] == [0; MAX_HOLES]
    }

    /// A win of the seat whose opponent has no counters. Nobody wins on an empty board.
    pub(crate) fn captured_all(&self) -> Option<Outcome> {
        let winner = match Seat::ALL.map(|seat| self.is_empty_side(seat)) {
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

    /// Adds counters to a hole.
    pub(crate) fn put(&mut self, seat: Seat, index: u8, counters: u8) {
        self.sides[seat][usize::from(index)] += counters;
    }

    /// Empties a hole and returns its counters.
    pub(crate) fn lift(&mut self, seat: Seat, index: u8) -> u8 {
        std::mem::take(&mut self.sides[seat][usize::from(index)])
    }
}
