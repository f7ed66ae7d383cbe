//! The SVG definitions that every board refers to: wood, light, single counters, and heaps of counters in a hole.

use std::f64::consts::TAU;

use maud::{Markup, html};

/// The largest heap whose counters are all drawn. A larger heap is drawn like this one, and only its number differs.
pub(crate) const MAX_DRAWN_COUNTERS: u8 = 16;

/// The id of the definitions, which come last in a document.
pub(crate) const DEFINITIONS_ID: &str = "definitions";

/// The angle between a counter and the next, as a share of the full turn: the golden angle, as in a sunflower.
const GOLDEN_ANGLE: f64 = 0.381_966;

/// The shapes of counters: rotation in degrees, long and short radius, class of the colour.
const COUNTERS: [(i16, &str, &str, &str); 7] = [
    (20, "4.3", "3.6", "a"),
    (75, "4.1", "3.4", "b"),
    (-35, "4.4", "3.7", "c"),
    (140, "4.2", "3.5", "a"),
    (5, "3.9", "3.5", "d"),
    (110, "4.4", "3.5", "b"),
    (-70, "4", "3.6", "a"),
];

/// The definitions, once in every document with boards.
pub(crate) fn shared_definitions() -> Markup {
    html! {
        svg.seeds-store id=(DEFINITIONS_ID) width="0" height="0" aria-hidden="true" focusable="false" {
            defs { (paints()) (counters()) (heaps()) }
        }
    }
}

/// The wood is a pattern, so that a board may have any size. Everything else is lit from above.
fn paints() -> Markup {
    html! {
        pattern id="timber" width="220" height="84" patternUnits="userSpaceOnUse" {
            rect.timber-ground width="220" height="84" {}
            path.grain d="M0 9c40-6 70 5 110 2s70-8 110-2M0 24c50 4 80-7 120-3s60 7 100 3M0 37c30 2 60 9 110 4s80-6 110-4M0 52c60-5 80 6 130 3s60-6 90-3M0 66c40 5 90-5 130-2s60 5 90 2M0 78c60-3 70 4 110 3s70-5 110-3" {}
        }
        linearGradient id="edge" x2="0" y2="1" { stop.edge-light {} stop.edge-dark offset="1" {} }
        linearGradient id="lip" x2="0" y2="1" { stop.pit-deep {} stop.pit-deep offset=".45" {} stop.lip offset="1" {} }
        radialGradient id="carved" cy=".68" r=".68" { stop.pit-floor {} stop.pit-floor offset=".35" {} stop.pit-deep offset="1" {} }
    }
}

fn counters() -> Markup {
    html! {
        @for (number, (rotation, long, short, colour)) in COUNTERS.into_iter().enumerate() {
            g id={ "seed-" (number) } {
                ellipse.shade cx=".7" cy="1.3" rx=(long) ry=(short) {}
                ellipse class={ "seed seed-" (colour) } rx=(long) ry=(short) transform={ "rotate(" (rotation) ")" } {}
                ellipse.glint cx="-1.1" cy="-1.3" rx="1.3" ry=".8" {}
            }
        }
    }
}

fn heaps() -> Markup {
    html! {
        @for count in 0..=MAX_DRAWN_COUNTERS {
            // Few counters have room to be larger.
            g id={ "seeds-" (count) } transform=[(count <= 5).then_some("scale(1.25)")] {
                @for (number, (x, y)) in counter_positions(count).into_iter().enumerate() {
                    use href={ "#seed-" ((number * 3 + usize::from(count)) % COUNTERS.len()) } x=(x) y=(y) {}
                }
            }
        }
    }
}

/// Where the counters of a heap lie, from the middle of the hole. The same count always gives the same positions.
fn counter_positions(count: u8) -> Vec<(String, String)> {
    let spread = 4.5 * f64::from(count).sqrt().min(3.2) / f64::from(count).max(1.0).sqrt();
    let position = |number: u8| {
        let distance = spread * (f64::from(number) + 0.5).sqrt();
        let angle = TAU * GOLDEN_ANGLE * f64::from(number);
        // A rotation for each heap and an offset for each counter make the spiral look scattered.
        let rotation = f64::from(count) * 1.3;
        let offset = 0.6 * (f64::from(number) * 4.7 + f64::from(count)).sin();
        let x = distance * (angle + rotation).cos() + offset;
        let y = distance * (angle + rotation).sin() - offset;
        (format!("{x:.1}"), format!("{y:.1}"))
    };
    match count {
        1 => vec![("0".to_owned(), "1".to_owned())],
        _ => (0..count).map(position).collect(),
    }
}
