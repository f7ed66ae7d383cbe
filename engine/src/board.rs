//! The board: the counters in every hole.

use crate::hole::MAX_HOLES;
use crate::{BySeat, Outcome, Reason, Seat};

/// Bytes of a side: [`MAX_HOLES`] rounded up to whole words.
const SIDE_BYTES: usize = MAX_HOLES.next_multiple_of(8);

/// A byte of 1 in each byte of a word.
const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// The counters in the holes of both sides.
///
/// A board never holds more than [`MAX_COUNTERS`](crate::Setup::MAX_COUNTERS) counters, so no hole, hand or sum of
/// holes overflows a `u8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    sides: BySeat<[u8; SIDE_BYTES]>,
    /// Number of holes of each side. The other elements of `sides` are 0.
    holes: u8,
}

impl Board {
    /// Makes a board from two sides of equal length, at most [`MAX_HOLES`].
    pub(crate) fn new(sides: BySeat<&[u8]>) -> Board {
        debug_assert_eq!(sides.south.len(), sides.north.len());
        Board {
            sides: sides.map(|side| {
                let mut holes = [0; SIDE_BYTES];
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
        let [first, second, third] = self.words(seat);
        sum_of_bytes(first) + sum_of_bytes(second) + sum_of_bytes(third)
    }

    /// The side in words, eight holes in each, `A` in the lowest byte of the first one. Unused bytes are 0.
    pub(crate) fn words(&self, seat: Seat) -> [u64; SIDE_BYTES / 8] {
        let (words, _) = self.sides[seat].as_chunks::<8>();
        [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]), u64::from_le_bytes(words[2])]
    }

    /// The set of the holes of a side that have one or more counters.
    pub(crate) fn occupied(&self, seat: Seat) -> HoleSet {
        HoleSet::of_nonzero_bytes(self.words(seat))
    }

    /// The set of the holes of a side that have two or more counters.
    pub(crate) fn holding_two(&self, seat: Seat) -> HoleSet {
        let [first, second, third] = self.words(seat);
        HoleSet::of_nonzero_bytes([first & !ONES, second & !ONES, third & !ONES])
    }

    pub(crate) fn is_empty_side(&self, seat: Seat) -> bool {
        // Unused elements are 0, and comparing an array of fixed length is fast.
        self.sides[seat] == [0; SIDE_BYTES]
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
        self.change_word(seat, index, |word, shift| word + (u64::from(counters) << shift));
    }

    /// Empties a hole and returns its counters.
    pub(crate) fn lift(&mut self, seat: Seat, index: u8) -> u8 {
        let counters = self.counters(seat, index);
        self.change_word(seat, index, |word, shift| word & !(0xff << shift));
        counters
    }

    /// Replaces the word of a hole, given the position of its lowest bit. It writes whole words, since reading a word
    /// soon after writing a part of it is slow.
    fn change_word(&mut self, seat: Seat, index: u8, change: impl FnOnce(u64, u8) -> u64) {
        let (words, _) = self.sides[seat].as_chunks_mut::<8>();
        let word = &mut words[usize::from(index / 8)];
        *word = change(u64::from_le_bytes(*word), 8 * (index % 8)).to_le_bytes();
    }
}

/// A set of holes of one side, as bits: bit 0 is `A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HoleSet(pub(crate) u32);

impl HoleSet {
    /// The set of the holes with these indices.
    pub(crate) const fn from_indices(indices: &[u8]) -> HoleSet {
        let mut set = 0;
        let mut next = 0;
        while next < indices.len() {
            set |= 1 << indices[next];
            next += 1;
        }
        HoleSet(set)
    }

    /// The set of the holes whose byte is not 0.
    fn of_nonzero_bytes([first, second, third]: [u64; 3]) -> HoleSet {
        HoleSet(nonzero_bytes(first) | nonzero_bytes(second) << 8 | nonzero_bytes(third) << 16)
    }

    pub(crate) fn contains(self, index: u8) -> bool {
        self.0 >> index & 1 == 1
    }

    pub(crate) fn union(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 | other.0)
    }
}

/// The sum of the bytes of a word.
fn sum_of_bytes(word: u64) -> u16 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (word & EVEN) + (word >> 8 & EVEN);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
}

/// One bit for each byte that is not 0; bit 0 stands for the lowest byte.
fn nonzero_bytes(word: u64) -> u32 {
    const LOW_BITS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // The high bit of each byte is set if the byte is not 0. The product moves these bits into the highest byte.
    let high_bits = (((word & LOW_BITS) + LOW_BITS) | word) >> 7 & ONES;
    (high_bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_sums_agree_with_the_holes_one_by_one() {
        for shift in 0..20 {
            let mut side = [1, 0, 255, 2, 0, 0, 128, 3, 0, 127, 1, 1, 0, 64, 0, 0, 2, 5, 0, 1];
            side.rotate_left(shift);
            let board = Board::new(BySeat::new(&side, &[0; 20]));
            let set = |least| side.iter().rev().fold(0, |set, &hole| set << 1 | u32::from(hole >= least));
            assert_eq!(board.occupied(Seat::South), HoleSet(set(1)));
            assert_eq!(board.holding_two(Seat::South), HoleSet(set(2)));
            assert_eq!(board.sum(Seat::South), side.iter().map(|&hole| u16::from(hole)).sum());
            assert_eq!(board.sum(Seat::North), 0);
        }
    }
}
