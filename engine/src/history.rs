//! The positions a game has been in.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::position::Identity;

/// How often each position has stood at the start of a turn.
///
/// The map compares positions exactly; the hash only finds them. A game may go on for any number of turns, so looking
/// through a list would take longer and longer.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    occurrences: HashMap<Identity, u8, BuildHasherDefault<WordHasher>>,
}

impl History {
    /// The occurrence at which a position ends the game (docs/rules/README.md, Repetition).
    pub(crate) const DRAWN_AT: u8 = 3;

    /// Notes that the position stands at the start of a turn, and tells for which time.
    pub(crate) fn record(&mut self, position: Identity) -> u8 {
        let occurrences = self.occurrences.entry(position).or_insert(0);
        // The game ends at the third, so this never counts far.
        *occurrences = occurrences.saturating_add(1);
        *occurrences
    }

    /// For which time the position would stand at the start of a turn.
    fn next(&self, position: Identity) -> u8 {
        self.occurrences.get(&position).map_or(1, |occurrences| occurrences.saturating_add(1))
    }
}

/// What an action knows of the positions before it.
#[derive(Debug)]
pub(crate) enum Past<'a> {
    /// Nothing: no position counts as repeated.
    Unknown,
    /// The action is only asked about: it leaves no trace.
    Asked(&'a History),
    /// The action is made.
    Made(&'a mut History),
}

impl Past<'_> {
    /// For which time a position stands at the start of a turn; 0 where that is not known.
    pub(crate) fn occurrences(self, position: Identity) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::Asked(history) => history.next(position),
            Self::Made(history) => history.record(position),
        }
    }
}

/// A multiplicative hash over words, without a random key: the engine draws no chance.
///
/// With the hasher of the standard library a random game takes two thirds longer. Unequal positions with equal hashes
/// cost time, never an answer, and whoever wants many of them has to reach each one by legal play.
#[derive(Clone, Copy, Debug, Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        // An odd constant with its bits well spread: 2^64 divided by pi.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        // The map takes its bucket from the low bits, and multiplying mixes the high ones best.
        self.0 ^ (self.0 >> 32)
    }
}
