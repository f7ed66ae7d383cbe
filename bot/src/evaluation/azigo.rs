//! Features of Azigo.

use ikibuguzo_engine::{Position, Seat};

use super::features::stored_counters;
use super::{SIZES, hole_feature};

/// Number of holes in a row.
const ROW: usize = 20;

/// The seat to move. Amount: 1.
const TO_MOVE: usize = ROW * SIZES;

/// Counters in the own row and store less those of the opponent.
const COUNTERS: usize = TO_MOVE + 1;

/// Counters in the own store less those in the opponent's.
const STORES: usize = TO_MOVE + 2;

/// The first feature of the seat to move; the opponent's follow after [`SIDE_FEATURES`].
const SIDES: usize = TO_MOVE + 3;

/// Number of features of each side: occupied holes, holes that can be captured, whether the store can be entered into
/// the opponent's row.
const SIDE_FEATURES: usize = 3;

/// Smallest store that can be entered into the opponent's row (docs/rules/azigo.md, A turn).
const LARGE_STORE: u8 = 21;

/// Calls `take` with the features of a position; see [`Features`](super::Features).
pub(super) fn for_each_feature_of(position: &Position, seat: Seat, mut take: impl FnMut(usize, i32)) {
    let own_store = stored_counters(position, seat);
    let opposing_store = stored_counters(position, !seat);
    let mut counters = i32::from(own_store) - i32::from(opposing_store);
    take(TO_MOVE, 1);
    take(STORES, counters);
    let sides = [(seat, SIDES, 1, own_store), (!seat, SIDES + SIDE_FEATURES, -1, opposing_store)];
    for (owner, first, sign, store) in sides {
        let row = position.holes(owner);
        for (index, &hole) in row.iter().enumerate() {
            take(hole_feature(index, hole), sign);
            counters += sign * i32::from(hole);
        }
        let count = |is_counted: fn(&u8) -> bool| row.iter().copied().filter(is_counted).count() as i32;
        take(first, count(|&hole| hole > 0));
        take(first + 1, count(|&hole| hole == 1 || hole == 3));
        take(first + 2, i32::from(store >= LARGE_STORE));
    }
    take(COUNTERS, counters);
}
