//! Boards as SVG. The browser's modules change the counts in a playable board and turn it; `web/board.css` says how
//! the parts look.

mod definitions;
mod geometry;

use ikibuguzo_engine::{Action, Hole, Ruleset, Seat};
use ikibuguzo_protocol::{Pending, PositionView, Text};
use maud::{Markup, html};

pub(crate) use definitions::{DEFINITIONS_ID, MAX_DRAWN_COUNTERS, shared_definitions};
use geometry::{HOLE_RADIUS, store_height, store_point};
pub(crate) use geometry::{STORE_HEIGHT, center, column_and_row, size, store_center};

/// A board to play on, seen from South. A screen reader gets `label` instead of the drawing.
pub(crate) fn playable(rules: Ruleset, position: &PositionView, label: &str) -> Markup {
    let (width, height) = size(rules);
    html! {
        svg.board xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-label=(label) data-rules=(rules) data-columns=(rules.columns()) data-rows=(2 * rules.rows()) {
            (wood(rules))
            @for (hole, &held) in holes(position) { (playable_hole(rules, position, hole, held)) }
            @for (seat, held) in stores(position) { (playable_store(rules, seat, &held)) }
        }
    }
}

/// A board that never changes. It is much shorter than a playable board, because it refers to [`ground_definition`] and
/// [`heap_definitions`]. An empty hole has no number.
pub(crate) fn still(rules: Ruleset, position: &PositionView, label: &str) -> Markup {
    let (width, height) = size(rules);
    html! {
        svg.board.still viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(label) {
            (still_content(rules, Some(position)))
        }
    }
}

/// The content of a [`still`] board, to place in a larger drawing. Without a position the board is empty.
pub(crate) fn still_content(rules: Ruleset, position: Option<&PositionView>) -> Markup {
    html! {
        use href={ "#" (ground_id(rules)) } {}
        @if let Some(position) = position {
            @for (hole, &held) in holes(position).filter(|(_, held)| **held > 0) { (still_heap(rules, hole, held)) }
            @for (seat, held) in stores(position) { (still_store(rules, seat, &held)) }
            @if let Some(pending) = position.pending { (hand(rules, pending)) }
        }
    }
}

/// Wood, holes and letters for the [`still`] boards of this shape, once in every document with such boards.
pub(crate) fn ground_definition(rules: Ruleset) -> Markup {
    let own = (0..).take(rules.rows() * rules.columns());
    let (width, height) = size(rules);
    let store = store_height(rules);
    let all = Seat::ALL.into_iter().flat_map(|seat| own.clone().map(move |index| Hole::new(seat, index)));
    html! {
        g id=(ground_id(rules)) {
            // Hides the seams of the pattern.
            rect.timber-ground x="2" y=(store + 2) width=(width - 4) height=(height - 2 * store - 4) rx="13" {}
            (wood(rules))
            @for hole in all {
                @let (x, y) = center(rules, hole);
                circle.pit cx=(x) cy=(y) r=(HOLE_RADIUS) fill="url(#carved)" stroke="url(#lip)" {}
                text.letter x=(x - 20) y=(y + 33) { (hole) }
            }
            @if rules.has_stores() {
                @for seat in Seat::ALL { g transform={ "translate" (store_point(rules, seat)) } { (bowl()) } }
            }
        }
    }
}

/// Heaps with their numbers for [`still`] boards, once in every document with such boards.
pub(crate) fn heap_definitions() -> Markup {
    html! {
        @for held in 1..=MAX_DRAWN_COUNTERS {
            g id={ "heap-" (held) } {
                use href={ "#seeds-" (held) } {}
                text.count y="34" { (held) }
            }
        }
    }
}

/// One ruleset for each shape of board, which needs a [`ground_definition`] of its own.
pub(crate) fn distinct_shapes(rulesets: impl IntoIterator<Item = Ruleset>) -> Vec<Ruleset> {
    let mut distinct: Vec<Ruleset> = rulesets.into_iter().collect();
    distinct.sort_by_key(|rules| shape(*rules));
    distinct.dedup_by_key(|rules| shape(*rules));
    distinct
}

/// Columns, rows of a seat, and whether there are stores.
fn shape(rules: Ruleset) -> (usize, usize, bool) {
    (rules.columns(), rules.rows(), rules.has_stores())
}

fn ground_id(rules: Ruleset) -> String {
    let (columns, rows, has_stores) = shape(rules);
    format!("ground-{columns}-{rows}{}", if has_stores { "-stores" } else { "" })
}

/// All holes with their counts.
pub(crate) fn holes(position: &PositionView) -> impl Iterator<Item = (Hole, &u8)> {
    let side =
        |seat| (0..).zip(position.holes.get(seat)).map(move |(index, held)| (Hole::new(seat, index), held));
    [Seat::North, Seat::South].into_iter().flat_map(side)
}

/// The count of each store, or a question mark where it is concealed.
fn stores(position: &PositionView) -> impl Iterator<Item = (Seat, String)> {
    let stores = position.stores.into_iter();
    let count = |held: Option<u8>| held.map_or("?".to_owned(), |held| held.to_string());
    stores.flat_map(move |stores| Seat::ALL.map(|seat| (seat, count(*stores.get(seat)))))
}

fn wood(rules: Ruleset) -> Markup {
    let (width, height) = size(rules);
    let store = store_height(rules);
    html! {
        rect.wood x="1" y=(store + 1) width=(width - 2) height=(height - 2 * store - 2) rx="14"
            fill="url(#timber)" stroke="url(#edge)" {}
    }
}

fn playable_hole(rules: Ruleset, position: &PositionView, hole: Hole, held: u8) -> Markup {
    let (column, row) = column_and_row(rules, hole);
    let (x, y) = center(rules, hole);
    let sows = |action: &Text<Action>| matches!(**action, Action::Sow { hole: sown, .. } if sown == hole);
    html! {
        g.hole.playable[position.legal.iter().any(sows)] data-hole=(hole) data-column=(column) data-row=(row)
            transform={ "translate(" (x) " " (y) ")" } {
            circle.pit r=(HOLE_RADIUS) fill="url(#carved)" stroke="url(#lip)" {}
            use.heap href={ "#seeds-" (held.min(MAX_DRAWN_COUNTERS)) } {}
            text.letter x="-20" y="33" { (hole) }
            text.count y="34" { (held) }
        }
    }
}

/// A heap with its number. Heaps that are too large to be drawn differ in the number only.
fn still_heap(rules: Ruleset, hole: Hole, held: u8) -> Markup {
    let (x, y) = center(rules, hole);
    html! {
        @if held <= MAX_DRAWN_COUNTERS {
            use data-hole=(hole) href={ "#heap-" (held) } x=(x) y=(y) {}
        } @else {
            use href={ "#seeds-" (MAX_DRAWN_COUNTERS) } x=(x) y=(y) {}
            text.count data-hole=(hole) x=(x) y=(y + 34) { (held) }
        }
    }
}

fn playable_store(rules: Ruleset, seat: Seat, held: &str) -> Markup {
    html! {
        g.store data-store=(seat) transform={ "translate" (store_point(rules, seat)) } {
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

fn still_store(rules: Ruleset, seat: Seat, held: &str) -> Markup {
    html! {
        text.count.stored data-store=(seat) transform={ "translate" (store_point(rules, seat)) } y="5" { (held) }
    }
}

/// The counters in hand, beside the hole that they would be sown from.
fn hand(rules: Ruleset, pending: Pending) -> Markup {
    let (x, y) = center(rules, *pending.hole);
    html! {
        g.hand transform={ "translate(" (x) " " (y) ")" } {
            circle r="12" {}
            text.hand-count y="4" { "+" (pending.hand) }
        }
    }
}
