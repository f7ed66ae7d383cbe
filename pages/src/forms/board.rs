//! The board as a table: a hole that can be sown is a button.

use std::ops::Range;

use ikibuguzo_engine::{Action, Direction, Hole, Ruleset, Seat};
use ikibuguzo_protocol::{PositionView, Text};
use maud::{Markup, html};

use crate::board::{column_and_row, holes};
use crate::words::Words;

/// Largest number of columns side by side on a board with one row a side. A wider board is cut into several tables, so
/// that its holes are wide enough for a finger.
const MAX_COLUMNS: usize = 7;

/// A hole with its counters, where the visitor sees it.
#[derive(Clone, Copy, Debug)]
struct PlacedHole {
    column: usize,
    row: usize,
    hole: Hole,
    held: u8,
}

/// The tables, from the side of a seat. Holes are buttons if it is the visitor's turn.
pub(super) fn tables(words: &Words, rules: Ruleset, position: &PositionView, below: Seat) -> Markup {
    rows(words, rules, position, below, 0..2 * rules.rows())
}

/// The rows of a side alone, from its own view.
pub(super) fn own_side(words: &Words, rules: Ruleset, position: &PositionView, own: Seat) -> Markup {
    rows(words, rules, position, own, rules.rows()..2 * rules.rows())
}

fn rows(words: &Words, rules: Ruleset, position: &PositionView, below: Seat, rows: Range<usize>) -> Markup {
    let holes = placed_holes(rules, position, below);
    let columns: Vec<usize> = (0..rules.columns()).collect();
    let width = if rules.rows() == 1 { MAX_COLUMNS } else { rules.columns() };
    html! {
        @for band in columns.chunks(width) {
            table.holes {
                @for row in rows.clone() {
                    tr.middle[row == rules.rows()] {
                        @for hole in holes.iter().filter(|hole| hole.row == row && band.contains(&hole.column)) {
                            (cell(words, position, *hole))
                        }
                        // The holes of all tables are as wide as each other.
                        @for _ in band.len()..width { td {} }
                    }
                }
            }
        }
    }
}

/// All holes, row by row as the visitor sees them.
fn placed_holes(rules: Ruleset, position: &PositionView, below: Seat) -> Vec<PlacedHole> {
    let mut placed: Vec<PlacedHole> =
        holes(position).map(|(hole, &held)| place_hole(rules, below, hole, held)).collect();
    placed.sort_by_key(|hole| (hole.row, hole.column));
    placed
}

fn place_hole(rules: Ruleset, below: Seat, hole: Hole, held: u8) -> PlacedHole {
    let (column, row) = column_and_row(rules, hole);
    match below {
        Seat::South => PlacedHole { column, row, hole, held },
        Seat::North => {
            PlacedHole { column: rules.columns() - 1 - column, row: 2 * rules.rows() - 1 - row, hole, held }
        }
    }
}

fn cell(words: &Words, position: &PositionView, PlacedHole { hole, held, .. }: PlacedHole) -> Markup {
    html! {
        td {
            @match action_of(position, hole) {
                Some(action) => {
                    button name="action" value=(action) aria-label=(label(words, action, held)) {
                        b { (held) } " " (action)
                    }
                }
                None => { b { (held) } " " (hole) }
            }
        }
    }
}

/// The action of a hole's button: anti-clockwise if that is legal, else clockwise. Other actions are choices below the
/// board.
pub(super) fn action_of(position: &PositionView, hole: Hole) -> Option<Action> {
    let is_legal = |action: &Action| position.legal.contains(&Text(*action));
    [Action::anticlockwise(hole), Action::clockwise(hole)].into_iter().find(is_legal)
}

/// The label of a button for screen readers: what the button shows, and what it does.
fn label(words: &Words, action: Action, held: u8) -> String {
    let way = match action {
        Action::Sow { direction: Direction::Clockwise, .. } => "game.can-be.clockwise",
        _ => "game.can-be.sown",
    };
    format!("{held} {action}, {}", words.text(way))
}
