//! Where the parts of a board are, in units of the drawing, as South sees it.

use ikibuguzo_engine::{Hole, Ruleset, Seat};

/// The radius of a hole.
pub(super) const HOLE_RADIUS: usize = 19;

/// The height of the room for a store, above and below the board.
pub(crate) const STORE_HEIGHT: usize = 36;

/// The width and the height of a hole with its letter and count.
const CELL_SIZE: (usize, usize) = (44, 58);

/// The width of the board's rim.
const RIM_WIDTH: usize = 10;

/// The height of the gap between the two sides.
const MIDDLE_GAP: usize = 12;

/// The width and the height of a board.
pub(crate) fn size(rules: Ruleset) -> (usize, usize) {
    let rows = 2 * rules.rows();
    let width = rules.columns() * CELL_SIZE.0 + 2 * RIM_WIDTH;
    (width, rows * CELL_SIZE.1 + 2 * RIM_WIDTH + MIDDLE_GAP + 2 * store_height(rules))
}

/// The height of the room for a store; 0 in games without stores.
pub(super) fn store_height(rules: Ruleset) -> usize {
    if rules.has_stores() { STORE_HEIGHT } else { 0 }
}

/// The column and the row of a hole, from the upper left.
pub(crate) fn column_and_row(rules: Ruleset, hole: Hole) -> (usize, usize) {
    let columns = rules.columns();
    let rows = 2 * rules.rows();
    let index = usize::from(hole.index);
    // In the order of the letters, from the owner's own view: the outer row to the right, then the inner row back.
    let (column, row) = if index < columns { (index, rows - 1) } else { (2 * columns - 1 - index, rows - 2) };
    match hole.seat {
        Seat::South => (column, row),
        Seat::North => (columns - 1 - column, rows - 1 - row),
    }
}

/// The center of a hole.
pub(crate) fn center(rules: Ruleset, hole: Hole) -> (usize, usize) {
    let (column, row) = column_and_row(rules, hole);
    let gap = if row >= rules.rows() { MIDDLE_GAP } else { 0 };
    let x = RIM_WIDTH + column * CELL_SIZE.0 + CELL_SIZE.0 / 2;
    (x, RIM_WIDTH + store_height(rules) + gap + row * CELL_SIZE.1 + HOLE_RADIUS + 3)
}

/// The center of a store.
pub(crate) fn store_center(rules: Ruleset, seat: Seat) -> (usize, usize) {
    let (width, height) = size(rules);
    (width / 2, if seat == Seat::North { STORE_HEIGHT / 2 } else { height - STORE_HEIGHT / 2 })
}

/// The center of a store, as the argument of `translate`.
pub(super) fn store_point(rules: Ruleset, seat: Seat) -> String {
    let (x, y) = store_center(rules, seat);
    format!("({x} {y})")
}
