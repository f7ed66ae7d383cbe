//! What the four-row games share: a lap, relay, facing holes, opposition and the lap limit.
//!
//! A seat owns an outer row (`A` on, from its left) and an inner row (back from its right); with C columns the outer
//! indices are 0 to C−1 and the inner ones C to 2C−1 (docs/rules/README.md, Words).

use super::Hand;
use crate::board::Board;
use crate::{Capture, Captures, Direction, Hole, Lap, Seat};

/// The most laps of a turn. Relay sowing may never end, and looking for a repetition is no defence
/// (docs/rules/README.md, The lap limit).
pub(crate) const LAP_LIMIT: u16 = 256;

/// The fewest counters that can be sown from a hole at the start of a turn.
pub(crate) const SOWABLE: u8 = 2;

/// Counters on their way out of a hole.
#[derive(Clone, Copy)]
pub(crate) struct Sowing {
    /// The hole they were lifted from, or where they were put in hand.
    pub(crate) origin: u8,
    pub(crate) direction: Direction,
    /// How many, at least 1. They are in no hole.
    pub(crate) count: u8,
}

impl Sowing {
    /// Lifts a hole to sow it.
    pub(crate) fn lift(board: &mut Board, seat: Seat, origin: u8, direction: Direction) -> Sowing {
        Sowing { origin, direction, count: board.lift(seat, origin) }
    }

    /// Drops the counters one by one, starting with the next hole, and tells where the last one fell.
    /// The origin is not skipped when the lap comes round to it.
    pub(crate) fn sow(self, side: &mut [u8]) -> u8 {
        let mut index = usize::from(self.origin);
        for _ in 0..self.count {
            index = next(index, self.direction, side.len());
            side[index] += 1;
        }
        index as u8
    }

    /// Whether the lap would end with a capture. `residue` is what stands in the origin while it is sown.
    ///
    /// Only the hole of the last counter decides: the lap changes nothing on the opponent's side.
    pub(crate) fn captures(self, board: &Board, seat: Seat, residue: u8) -> bool {
        let last = self.landing(board.holes());
        let standing = if last == self.origin { residue } else { board.counters(seat, last) };
        let dropped_before = (self.count - 1) / board.holes();
        (standing > 0 || dropped_before > 0) && faces_two(board, seat, last)
    }

    /// The lap as it is told, once its last counter has fallen.
    pub(crate) fn told(self, seat: Seat, last: u8, captures: Captures) -> Lap {
        Lap::Sown {
            from: Hole::new(seat, self.origin),
            direction: self.direction,
            count: self.count,
            last: Hole::new(seat, last),
            captures,
        }
    }

    /// Where the last counter will fall.
    fn landing(self, holes: u8) -> u8 {
        let ahead = self.count % holes;
        match self.direction {
            Direction::Anticlockwise => (self.origin + ahead) % holes,
            Direction::Clockwise => (self.origin + holes - ahead) % holes,
        }
    }
}

/// The opponent's inner hole that faces my inner hole, and the outer hole behind it; `None` for my outer holes.
pub(crate) fn facing(holes: u8, index: u8) -> Option<[u8; 2]> {
    let columns = holes / 2;
    (index >= columns).then(|| [3 * columns - 1 - index, index - columns])
}

/// Whether a hole is in opposition, given that it is occupied: it is an inner hole, and both holes facing it are
/// occupied.
pub(crate) fn faces_two(board: &Board, seat: Seat, index: u8) -> bool {
    facing(board.holes(), index)
        .is_some_and(|facing| facing.into_iter().all(|index| board.counters(!seat, index) > 0))
}

/// Lifts the counters of both holes that face an inner hole.
pub(crate) fn capture(board: &mut Board, seat: Seat, index: u8) -> Captured {
    let Some(facing) = facing(board.holes(), index) else {
        return Captured::default();
    };
    Captured { facing, counters: facing.map(|index| board.lift(!seat, index)) }
}

/// What one capture took: from the inner hole, and from the outer one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Captured {
    pub(crate) facing: [u8; 2],
    counters: [u8; 2],
}

impl Captured {
    /// All that was taken, in hand at the hole it goes to.
    pub(crate) fn in_hand_at(self, index: u8) -> Hand {
        Hand { index, counters: self.counters[0] + self.counters[1] }
    }

    /// The captures as they are told; `owner` is the seat that lost the counters.
    pub(crate) fn told(self, owner: Seat) -> Captures {
        let mut captures = Captures::default();
        for (index, counters) in self.facing.into_iter().zip(self.counters) {
            let hole = Hole::new(owner, index);
            captures.push(Capture { hole, counters });
        }
        captures
    }
}

fn next(index: usize, direction: Direction, holes: usize) -> usize {
    match direction {
        Direction::Anticlockwise if index + 1 == holes => 0,
        Direction::Anticlockwise => index + 1,
        Direction::Clockwise if index == 0 => holes - 1,
        Direction::Clockwise => index - 1,
    }
}
