//! The board as SVG: on pages, and as a picture of its own. Modules in the browser change the counts in it, and where
//! the holes stand; how anything looks is told here and in `web/board.css` alone.

#[path = "board/definitions.rs"]
mod seeds;

use ikibuguzo_engine::{Action, Hole, Ruleset, Seat};
use ikibuguzo_protocol::{Pending, PositionView, Text};
use maud::{Markup, html};

pub(super) use seeds::seeds;

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

/// A board to play on, seen from South: its holes can be filled, turned and told apart by what is legal. `label` is
/// what is told to those who cannot see it.
pub(super) fn svg(rules: Ruleset, position: &PositionView, label: &str) -> Markup {
    let (width, height) = size(rules);
    html! {
        svg.board xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-label=(label) data-rules=(rules) data-columns=(rules.columns()) data-rows=(2 * rules.rows()) {
            (wood(rules))
            @for (hole, &held) in holes(position) { (movable(rules, position, hole, held)) }
            @for (seat, held) in stores(position) { (store(rules, seat, &held)) }
        }
    }
}

/// A board that only shows something: far smaller as text, as what is the same on each stands once in [`ground`] and [`heaps`]. An
/// empty hole has no number. Without a position it is a bare board.
pub(super) fn still(rules: Ruleset, position: Option<&PositionView>, label: &str) -> Markup {
    let (width, height) = size(rules);
    html! {
        svg.board.still viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(label) {
            (lying(rules, position))
        }
    }
}

/// What lies on a [`still`] board, and the board itself, to be placed in a larger drawing.
pub(super) fn lying(rules: Ruleset, position: Option<&PositionView>) -> Markup {
    html! {
        use href={ "#" (ground_name(rules)) } {}
        @if let Some(position) = position {
            @for (hole, &held) in holes(position).filter(|(_, held)| **held > 0) { (heap(rules, hole, held)) }
            @for (seat, held) in stores(position) { (stored(rules, seat, &held)) }
            @if let Some(pending) = position.pending { (hand(rules, pending)) }
        }
    }
}

/// What [`still`] boards of this shape refer to beside [`heaps`]: wood, holes and letters. Once in each document with
/// such boards.
pub(super) fn ground(rules: Ruleset) -> Markup {
    let own = (0..).take(rules.rows() * rules.columns());
    let ((width, height), store) = (size(rules), store_height(rules));
    let all = Seat::ALL.into_iter().flat_map(|seat| own.clone().map(move |index| Hole::new(seat, index)));
    html! {
        g id=(ground_name(rules)) {
            // So that no seam of the pattern shows.
            rect.timber-ground x="2" y=(store + 2) width=(width - 4) height=(height - 2 * store - 4) rx="13" {}
            (wood(rules))
            @for hole in all {
                @let (x, y) = middle_of(rules, hole);
                circle.pit cx=(x) cy=(y) r=(PIT) fill="url(#carved)" stroke="url(#lip)" {}
                text.letter x=(x - 20) y=(y + 33) { (hole) }
            }
            @if rules.has_stores() {
                @for seat in Seat::ALL { g transform={ "translate" (store_at(rules, seat)) } { (bowl()) } }
            }
        }
    }
}

/// Heaps with their numbers, for [`still`] boards. Once in each document with such boards.
pub(super) fn heaps() -> Markup {
    html! {
        @for held in 1..=READABLE {
            g id={ "heap-" (held) } {
                use href={ "#seeds-" (held) } {}
                text.count y="34" { (held) }
            }
        }
    }
}

/// The width and the height of a board, in units of the drawing.
pub(super) fn size(rules: Ruleset) -> (usize, usize) {
    let rows = 2 * rules.rows();
    (rules.columns() * CELL.0 + 2 * RIM, rows * CELL.1 + 2 * RIM + MIDDLE + 2 * store_height(rules))
}

fn ground_name(rules: Ruleset) -> String {
    format!("ground-{}-{}", rules.columns(), rules.rows())
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

fn middle_of(rules: Ruleset, hole: Hole) -> (usize, usize) {
    let (column, row) = place(rules, hole);
    let middle = if row >= rules.rows() { MIDDLE } else { 0 };
    (RIM + column * CELL.0 + CELL.0 / 2, RIM + store_height(rules) + middle + row * CELL.1 + PIT + 3)
}

fn store_at(rules: Ruleset, seat: Seat) -> String {
    let (width, height) = size(rules);
    let y = if seat == Seat::North { STORE / 2 } else { height - STORE / 2 };
    format!("({} {y})", width / 2)
}

fn holes(position: &PositionView) -> impl Iterator<Item = (Hole, &u8)> {
    let of =
        |seat| (0..).zip(position.holes.get(seat)).map(move |(index, held)| (Hole::new(seat, index), held));
    [Seat::North, Seat::South].into_iter().flat_map(of)
}

/// What each store holds, as far as it is known.
fn stores(position: &PositionView) -> impl Iterator<Item = (Seat, String)> {
    let stores = position.stores.into_iter();
    let told = |held: Option<u8>| held.map_or("?".to_owned(), |held| held.to_string());
    stores.flat_map(move |stores| Seat::ALL.map(|seat| (seat, told(*stores.get(seat)))))
}

fn wood(rules: Ruleset) -> Markup {
    let ((width, height), store) = (size(rules), store_height(rules));
    html! {
        rect.wood x="1" y=(store + 1) width=(width - 2) height=(height - 2 * store - 2) rx="14"
            fill="url(#timber)" stroke="url(#edge)" {}
    }
}

fn movable(rules: Ruleset, position: &PositionView, hole: Hole, held: u8) -> Markup {
    let ((column, row), (x, y)) = (place(rules, hole), middle_of(rules, hole));
    let may = |action: &Text<Action>| matches!(**action, Action::Sow { hole: sown, .. } if sown == hole);
    html! {
        g.hole.may[position.legal.iter().any(may)] data-hole=(hole) data-column=(column) data-row=(row)
            transform={ "translate(" (x) " " (y) ")" } {
            circle.pit r=(PIT) fill="url(#carved)" stroke="url(#lip)" {}
            use.heap href={ "#seeds-" (held.min(READABLE)) } {}
            text.letter x="-20" y="33" { (hole) }
            text.count y="34" { (held) }
        }
    }
}

/// A heap with its number; where it is too large to be drawn, the number alone differs.
fn heap(rules: Ruleset, hole: Hole, held: u8) -> Markup {
    let (x, y) = middle_of(rules, hole);
    html! {
        @if held <= READABLE {
            use data-hole=(hole) href={ "#heap-" (held) } x=(x) y=(y) {}
        } @else {
            use href={ "#seeds-" (READABLE) } x=(x) y=(y) {}
            text.count data-hole=(hole) x=(x) y=(y + 34) { (held) }
        }
    }
}

fn store(rules: Ruleset, seat: Seat, held: &str) -> Markup {
    html! {
        g.store data-store=(seat) transform={ "translate" (store_at(rules, seat)) } {
            (bowl())
            text.count y="5" { (held) }
        }
    }
}

fn bowl() -> Markup {
    html! {
        rect.bowl x="-60" y="-14" width="120" height="28" rx="14" fill="url(#carved)" stroke="url(#lip)" {}
    }
}

fn stored(rules: Ruleset, seat: Seat, held: &str) -> Markup {
    html! {
        text.count.stored data-store=(seat) transform={ "translate" (store_at(rules, seat)) } y="5" { (held) }
    }
}

/// The counters in hand, beside the hole that they would be sown from.
fn hand(rules: Ruleset, pending: Pending) -> Markup {
    let (x, y) = middle_of(rules, *pending.hole);
    html! {
        g.hand transform={ "translate(" (x) " " (y) ")" } {
            circle r="12" {}
            text y="4" { "+" (pending.hand) }
        }
    }
}
