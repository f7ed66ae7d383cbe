//! A side of sixteen holes in two words, in which a whole lap is one addition to each.

use crate::Direction;

/// A side of sixteen holes, one byte for each hole: `A` to `H` in the first word, `A` in its lowest byte.
#[derive(Clone, Copy)]
pub(crate) struct SideWords([u64; 2]);

/// Number of holes.
const HOLES: usize = 16;

/// The addition of a lap of fewer than sixteen counters to each word, by direction, number of counters and origin. It
/// includes lifting the counters from their origin.
static SHORT_LAPS: [[[[u64; 2]; HOLES]; HOLES]; 2] = [short_laps(1), short_laps(HOLES - 1)];

impl SideWords {
    /// Reads a side, or returns `None` if it does not have sixteen holes.
    pub(crate) fn read(side: &[u8]) -> Option<SideWords> {
        let (&[first, second], []) = side.as_chunks::<8>() else { return None };
        Some(SideWords([u64::from_le_bytes(first), u64::from_le_bytes(second)]))
    }

    /// Writes the side, which has sixteen holes.
    pub(crate) fn write(self, side: &mut [u8]) {
        let (words, _) = side.as_chunks_mut::<8>();
        words[0] = self.0[0].to_le_bytes();
        words[1] = self.0[1].to_le_bytes();
    }

    pub(crate) fn counters(self, index: u8) -> u8 {
        let word = if index < 8 { self.0[0] } else { self.0[1] };
        (word >> (8 * (index % 8))) as u8
    }

    /// Lifts counters from a hole, drops them one by one from the next hole on, and returns the hole of the last one.
    pub(crate) fn sow(&mut self, origin: u8, direction: Direction, count: u8) -> u8 {
        const ROUND: u8 = HOLES as u8;
        let rest = count % ROUND;
        let (laps, last) = match direction {
            Direction::Anticlockwise => (&SHORT_LAPS[0], (origin + rest) % ROUND),
            Direction::Clockwise => (&SHORT_LAPS[1], (origin + ROUND - rest) % ROUND),
        };
        let [first, second] = laps[usize::from(rest)][usize::from(origin % ROUND)];
        self.0 = [self.0[0].wrapping_add(first), self.0[1].wrapping_add(second)];
        if count >= ROUND {
            self.sow_rounds(origin, count / ROUND);
        }
        last
    }

    /// Moves counters from a hole to every hole, itself included.
    #[cold]
    fn sow_rounds(&mut self, origin: u8, rounds: u8) {
        const ONES: u64 = u64::from_ne_bytes([1; 8]);
        let lifted = u64::from(rounds) * HOLES as u64;
        let origin_word = usize::from(origin / 8);
        self.0[origin_word] = self.0[origin_word].wrapping_sub(lifted << (8 * (origin % 8)));
        for word in &mut self.0 {
            *word = word.wrapping_add(ONES * u64::from(rounds));
        }
    }
}

/// Computes [`SHORT_LAPS`] for one direction. Each counter goes `step` holes further than the one before it.
const fn short_laps(step: usize) -> [[[u64; 2]; HOLES]; HOLES] {
    let mut laps = [[[0; 2]; HOLES]; HOLES];
    let mut index = 0;
    while index < HOLES * HOLES {
        let count = index / HOLES;
        let origin = index % HOLES;
        laps[count][origin] = short_lap(count, origin, step);
        index += 1;
    }
    laps
}

const fn short_lap(count: usize, origin: usize, step: usize) -> [u64; 2] {
    let mut words = [0; 2];
    words[origin / 8] = ((count as u64) << (8 * (origin % 8))).wrapping_neg();
    let mut dropped = 0;
    let mut hole = origin;
    while dropped < count {
        hole = (hole + step) % HOLES;
        words[hole / 8] = words[hole / 8].wrapping_add(1 << (8 * (hole % 8)));
        dropped += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drops the counters one by one.
    fn drop_each(side: &mut [u8; 16], origin: u8, direction: Direction, count: u8) -> u8 {
        let step = if direction == Direction::Clockwise { 15 } else { 1 };
        (0..count).fold(origin, |index, _| {
            let next = (index + step) % 16;
            side[usize::from(next)] += 1;
            next
        })
    }

    #[test]
    fn a_lap_in_two_additions_equals_counters_dropped_one_by_one() {
        for origin in 0..16 {
            for count in 0..=200 {
                for direction in [Direction::Anticlockwise, Direction::Clockwise] {
                    let mut side: [u8; 16] = std::array::from_fn(|index| index as u8);
                    let mut filled = side;
                    filled[usize::from(origin)] += count;
                    let mut words = SideWords::read(&filled).expect("sixteen holes");
                    let last = words.sow(origin, direction, count);
                    assert_eq!(last, drop_each(&mut side, origin, direction, count));
                    assert_eq!(words.counters(last), side[usize::from(last)]);
                    let mut written = [0; 16];
                    words.write(&mut written);
                    assert_eq!(written, side, "{count} from {origin} {direction}");
                }
            }
        }
    }
}
