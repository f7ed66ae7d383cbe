//! The transposition table: the results of positions that were searched.

use ikibuguzo_engine::{Action, Position};

use super::ordering::ActionCode;

/// Within this many turns of the turn limit, the number of turns is part of the key.
const TURNS_BEFORE_LIMIT: u32 = 100;

/// From this many quiet turns on, their number is part of the key.
const MANY_QUIET_TURNS: u8 = 100;

/// The relation of an entry's value to the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is exact.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// The result of the search of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// The value for the seat to move. Decided values count from this position on, not from the root.
    pub(super) value: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    best: ActionCode,
    /// The generation that stored the entry; set by [`Table::store`].
    generation: u8,
}

impl Entry {
    pub(super) fn new(key: u64, value: i32, depth: i32, bound: Bound, best: Action) -> Entry {
        Entry {
            key,
            value: value as i16,
            depth: depth as i8,
            bound,
            best: ActionCode::new(best),
            generation: 0,
        }
    }

    /// The code of the best action.
    pub(super) fn best(self) -> ActionCode {
        self.best
    }
}

/// A table of entries. Two entries share a bucket: one keeps the deepest search, the other the last one.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<[Option<Entry>; 2]>,
    /// The current generation. Entries of others count as empty.
    generation: u8,
}

impl Table {
    /// Makes an empty table. No table keeps anything if `entries` is 0.
    pub(super) fn new(entries: usize) -> Table {
        let buckets = if entries == 0 { 0 } else { entries.next_power_of_two().div_ceil(2) };
        Table { buckets: vec![[None; 2]; buckets], generation: 0 }
    }

    /// Forgets everything. Only every 256th call writes the whole table.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.buckets.fill([None; 2]);
        }
    }

    /// Finds the entry of a position.
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let bucket = self.buckets.get(self.index(key))?;
        let mut entries = bucket.iter().copied().flatten();
        entries.find(|entry| entry.key == key && entry.generation == self.generation)
    }

    /// Stores an entry, which replaces another one.
    pub(super) fn store(&mut self, entry: Entry) {
        let index = self.index(entry.key);
        let generation = self.generation;
        let Some([deepest, last]) = self.buckets.get_mut(index) else { return };
        let replaces = deepest.is_none_or(|old| {
            old.generation != generation || old.key == entry.key || old.depth <= entry.depth
        });
        *(if replaces { deepest } else { last }) = Some(Entry { generation, ..entry });
    }

    fn index(&self, key: u64) -> usize {
        // The number of buckets is a power of two.
        (key as usize) & self.buckets.len().wrapping_sub(1)
    }
}

/// The key of a position in the table. Near a limit of the rules it contains how near the limit is.
pub(super) fn table_key(position: &Position, key: u64) -> u64 {
    const SALT: u64 = 0x9e37_79b9_7f4a_7c15;
    let quiet = if position.quiet_turns() < MANY_QUIET_TURNS { 0 } else { u64::from(position.quiet_turns()) };
    let is_late = position.turn_limit().is_some_and(|limit| position.turns() + TURNS_BEFORE_LIMIT >= limit);
    let turns = if is_late { u64::from(position.turns()) } else { 0 };
    key ^ (turns << 8 | quiet).wrapping_mul(SALT)
}
