//! The board as SVG: on pages, and as a picture of its own. Modules in the browser change the counts in it, and where
//! the holes stand; how anything looks is told here and in `web/style.css` alone.

use std::f64::consts::TAU;

use ikibuguzo_engine::{Action, Hole, Ruleset, Seat};
use ikibuguzo_protocol::{PositionView, Text};
use maud::{Markup, html};

/// The width and the height of a hole with its letter and count, in units of the drawing.
const CELL: (usize, usize) = (44, 58);

/// The rim of the board.
const RIM: usize = 10;

/// What divides the two sides.
const MIDDLE: usize = 12;

/// Above and below the board, in games with stores.
const STORE: usize = 36;

/// The radius of a hole.
const PIT: usize = 19;

/// How many counters are drawn one by one; of more, as many are drawn, and the count tells.
pub(super) const READABLE: u8 = 16;

/// The angle between one seed and the next, as a sunflower has it: a share of the full turn.
const GOLDEN: f64 = 0.381_966;

/// A board, seen from South. `label` is what is told to those who cannot see it.
pub(super) fn svg(rules: Ruleset, position: &PositionView, label: &str) -> Markup {
    let (width, height) = size(rules);
    html! {
        svg.board xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-label=(label) data-rules=(rules) data-columns=(rules.columns()) data-rows=(2 * rules.rows()) {
            rect.wood x="1" y=(store_height(rules) + 1) width=(width - 2)
                height=(height - 2 * store_height(rules) - 2) rx="14" fill="#b98a5a" stroke="#7d5730" {}
            @for seat in [Seat::North, Seat::South] {
                @for (index, &held) in (0..).zip(position.holes.get(seat)) {
                    (hole(rules, position, Hole::new(seat, index), held))
                }
                @if let Some(stores) = position.stores { (store(rules, seat, *stores.get(seat))) }
            }
        }
    }
}

/// The seeds that boards refer to: once on every page, and in every picture.
pub(super) fn seeds() -> Markup {
    html! {
        svg.seeds-store width="0" height="0" aria-hidden="true" focusable="false" {
            defs {
                @for count in 0..=READABLE {
                    g id={ "seeds-" (count) } {
                        @for (x, y) in scattered(count) {
                            circle.seed cx=(x) cy=(y) r="3.9" fill="#e9dcc0" stroke="#4e3a22" stroke-width="0.8" {}
                        }
                    }
                }
            }
        }
    }
}

fn size(rules: Ruleset) -> (usize, usize) {
    let rows = 2 * rules.rows();
    (rules.columns() * CELL.0 + 2 * RIM, rows * CELL.1 + 2 * RIM + MIDDLE + 2 * store_height(rules))
}

fn store_height(rules: Ruleset) -> usize {
    if rules.has_stores() { STORE } else { 0 }
}

/// The column and the row of a hole, from the upper left, as South sees the board.
fn place(rules: Ruleset, hole: Hole) -> (usize, usize) {
    let (columns, rows, index) = (rules.columns(), 2 * rules.rows(), usize::from(hole.index));
    // From its owner's own view: the outer row to the right, then the inner row back.
    let (column, row) = if index < columns { (index, rows - 1) } else { (2 * columns - 1 - index, rows - 2) };
    match hole.seat {
        Seat::South => (column, row),
        Seat::North => (columns - 1 - column, rows - 1 - row),
    }
}

fn hole(rules: Ruleset, position: &PositionView, hole: Hole, held: u8) -> Markup {
    let (column, row) = place(rules, hole);
    let middle = if row >= rules.rows() { MIDDLE } else { 0 };
    let x = RIM + column * CELL.0 + CELL.0 / 2;
    let y = RIM + store_height(rules) + middle + row * CELL.1 + PIT + 3;
    let may = |action: &Text<Action>| matches!(**action, Action::Sow { hole: sown, .. } if sown == hole);
    html! {
        g.hole.may[position.legal.iter().any(may)] data-hole=(hole) data-column=(column) data-row=(row)
            transform={ "translate(" (x) " " (y) ")" } {
            circle.pit r=(PIT) fill="#6b4a2b" stroke="#54381e" {}
            use.heap href={ "#seeds-" (held.min(READABLE)) } {}
            text.letter x="-20" y="33" font-size="10" fill="#3b2813" font-family="sans-serif" { (hole) }
            text.count x="0" y="34" font-size="14" font-weight="700" text-anchor="middle" fill="#241607"
                font-family="sans-serif" { (held) }
        }
    }
}

fn store(rules: Ruleset, seat: Seat, held: Option<u8>) -> Markup {
    let (width, height) = size(rules);
    let y = if seat == Seat::North { STORE / 2 } else { height - STORE / 2 };
    let held = held.map_or("?".to_owned(), |held| held.to_string());
    html! {
        g.store data-store=(seat) transform={ "translate(" (width / 2) " " (y) ")" } {
            rect.bowl x="-60" y="-14" width="120" height="28" rx="14" fill="#8a6238" stroke="#54381e" {}
            text.count y="5" font-size="14" font-weight="700" text-anchor="middle" fill="#fff" font-family="sans-serif" { (held) }
        }
    }
}

/// Where so many seeds lie in a hole, from its middle: scattered, but always alike.
fn scattered(count: u8) -> Vec<(String, String)> {
    let spread = 4.4 * f64::from(count).sqrt().min(3.3) / f64::from(count).max(1.0).sqrt();
    let seed = |number: u8| {
        let (distance, angle) = (spread * (f64::from(number) + 0.5).sqrt(), TAU * GOLDEN * f64::from(number));
        let (x, y) = (distance * angle.cos(), distance * angle.sin());
        (format!("{x:.1}"), format!("{y:.1}"))
    };
    match count {
        1 => vec![("0".to_owned(), "0".to_owned())],
        _ => (0..count).map(seed).collect(),
    }
}
