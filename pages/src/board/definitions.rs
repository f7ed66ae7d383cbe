//! What boards refer to: heaps of seeds, and what wood and holes are filled with.

use std::f64::consts::TAU;

use maud::{Markup, html};

use super::READABLE;

/// The angle between one seed and the next, as a sunflower has it: a share of the full turn.
const GOLDEN: f64 = 0.381_966;

/// No two seeds are alike: how each kind is turned, in degrees, its two radii and its colour.
const KINDS: [(i16, &str, &str, &str); 7] = [
    (20, "4.3", "3.6", "a"),
    (75, "4.1", "3.4", "b"),
    (-35, "4.4", "3.7", "c"),
    (140, "4.2", "3.5", "a"),
    (5, "3.9", "3.5", "d"),
    (110, "4.4", "3.5", "b"),
    (-70, "4", "3.6", "a"),
];

/// The seeds that boards refer to: once on every page, and in every picture.
pub(in crate::web) fn seeds() -> Markup {
    html! {
        svg.seeds-store width="0" height="0" aria-hidden="true" focusable="false" {
            defs { (paints()) (kinds()) (heaps()) }
        }
    }
}

/// Wood is a pattern, so that a board may have any size; all else is lit from above.
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

fn kinds() -> Markup {
    html! {
        @for (kind, (turned, long, short, colour)) in KINDS.into_iter().enumerate() {
            g id={ "seed-" (kind) } {
                ellipse.shade cx=".7" cy="1.3" rx=(long) ry=(short) {}
                ellipse class={ "seed seed-" (colour) } rx=(long) ry=(short) transform={ "rotate(" (turned) ")" } {}
                ellipse.glint cx="-1.1" cy="-1.3" rx="1.3" ry=".8" {}
            }
        }
    }
}

fn heaps() -> Markup {
    html! {
        @for count in 0..=READABLE {
            // A few seeds have room to be larger.
            g id={ "seeds-" (count) } transform=[(count <= 5).then_some("scale(1.25)")] {
                @for (number, (x, y)) in scattered(count).into_iter().enumerate() {
                    use href={ "#seed-" ((number * 3 + usize::from(count)) % KINDS.len()) } x=(x) y=(y) {}
                }
            }
        }
    }
}

/// Where so many seeds lie in a hole, from its middle: scattered, but always alike.
fn scattered(count: u8) -> Vec<(String, String)> {
    let spread = 4.5 * f64::from(count).sqrt().min(3.2) / f64::from(count).max(1.0).sqrt();
    let seed = |number: u8| {
        let (distance, angle) = (spread * (f64::from(number) + 0.5).sqrt(), TAU * GOLDEN * f64::from(number));
        // Each heap is turned by an angle of its own, and no seed lies quite where it should.
        let (turn, aside) =
            (f64::from(count) * 1.3, 0.6 * (f64::from(number) * 4.7 + f64::from(count)).sin());
        let (x, y) = (distance * (angle + turn).cos() + aside, distance * (angle + turn).sin() - aside);
        (format!("{x:.1}"), format!("{y:.1}"))
    };
    match count {
        1 => vec![("0".to_owned(), "1".to_owned())],
        _ => (0..count).map(seed).collect(),
    }
}
