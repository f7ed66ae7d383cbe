//! The earlier positions of a game, counted for repetition.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::identity::Identity;

/// The number of occurrences of each position at the start of a turn.
///
/// It is a map, because the length of a game is not limited and searching a list would become slower with every turn.
/// Positions are compared exactly, not by hash alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    occurrences: HashMap<Identity, u8, BuildHasherDefault<WordHasher>>,
}

impl History {
    /// The occurrence of a position that ends the game (docs/rules/README.md, Repetition).
    pub(crate) const DRAWING_OCCURRENCE: u8 = 3;

    /// Counts an occurrence of a position and returns its number, from 1.
    pub(crate) fn record(&mut self, position: Identity) -> u8 {
        let occurrences = self.occurrences.entry(position).or_insert(0);
        *occurrences = occurrences.saturating_add(1);
        *occurrences
    }

    /// The number that the next occurrence of the position would have.
    fn next_occurrence(&self, position: Identity) -> u8 {
        self.occurrences.get(&position).map_or(1, |occurrences| occurrences.saturating_add(1))
    }
}

/// The access of an action to the earlier positions of its game.
#[derive(Debug)]
pub(crate) enum PastPositions<'a> {
    /// No access: no position counts as repeated.
    Unknown,
    /// For previewing an action: occurrences are read but not counted.
    ReadOnly(&'a History),
    /// For playing an action: occurrences are counted.
    Recording(&'a mut History),
}

impl PastPositions<'_> {
    /// The number of this occurrence of a position; 0 if unknown.
    pub(crate) fn occurrences(self, position: Identity) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::ReadOnly(history) => history.next_occurrence(position),
            Self::Recording(history) => history.record(position),
        }
    }
}

/// A multiplicative hash of words, without a random key.
///
/// With the standard library's hasher a random game takes two thirds longer. Collisions cost time but never change a
/// result, and an attacker can only cause them with positions reached by legal play.
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
        // 2^64 divided by pi: an odd constant with well-distributed bits.
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        // The map uses the low bits, and multiplication mixes the high bits best.
        self.0 ^ (self.0 >> 32)
    }
}
