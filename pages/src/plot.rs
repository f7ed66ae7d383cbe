//! What plots are drawn with: shapes that stretch with the page, across in shares of its width, down in pixels.
//! Words and numbers stand beside them in HTML, so that no drawing has to be read out.

use maud::{Markup, html};

/// Columns that are more than these touch each other.
const ROOMY: usize = 60;

/// A column and the room around it, and the highest one, in the units in which columns are drawn.
const WIDE: usize = 16;
const HIGH: u64 = 200;

/// A drawing, as wide as there is room and so many pixels high.
pub(super) fn drawing(height: u32, shapes: &Markup) -> Markup {
    html! {
        svg.plot height=(height) aria-hidden="true" { (shapes) }
    }
}

/// A box from one share of the width to another; `down` is its upper edge and its height.
pub(super) fn bar(class: &str, across: [f64; 2], down: [u32; 2]) -> Markup {
    let [from, to] = across;
    html! {
        rect class=(class) x=(percent(from)) width=(percent((to - from).max(0.0))) y=(down[0]) height=(down[1]) {}
    }
}

/// The same, hatched: it needs [`hatching`] on the page.
pub(super) fn hatched(class: &str, across: [f64; 2], down: [u32; 2]) -> Markup {
    html! {
        (bar(class, across, down))
        g fill="url(#hatching)" { (bar("hatched", across, down)) }
    }
}

/// What [`hatched`] boxes are filled with; once on a page.
pub(super) fn hatching() -> Markup {
    html! {
        svg.seeds-store width="0" height="0" aria-hidden="true" {
            defs {
                pattern #hatching width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    rect.hatch width="2" height="6" {}
                }
            }
        }
    }
}

/// A straight line, from a share of the width and a height to others.
pub(super) fn line(class: &str, from: (f64, u32), to: (f64, u32)) -> Markup {
    html! { line class=(class) x1=(percent(from.0)) y1=(from.1) x2=(percent(to.0)) y2=(to.1) {} }
}

/// A point.
pub(super) fn point(class: &str, at: (f64, u32)) -> Markup {
    html! { circle class=(class) cx=(percent(at.0)) cy=(at.1) r="5" {} }
}

/// A few characters, beside, around or before a share of the width: `start`, `middle` or `end`.
pub(super) fn note(anchor: &str, at: (f64, u32), text: &str) -> Markup {
    html! { text.(anchor) x=(percent(at.0)) y=(at.1) { (text) } }
}

/// Columns side by side over the whole width, the highest of which is `most` at its full height.
pub(super) fn columns(values: &[u64], most: u64, down: [u32; 2]) -> Markup {
    let heights = values.iter().enumerate().map(|(place, value)| (place, height(*value, most)));
    let path: String = if values.len() > ROOMY {
        heights.map(|(place, height)| format!("V{}H{}", HIGH - height, (place + 1) * WIDE)).collect()
    } else {
        heights.filter(|(_, height)| *height > 0).map(|(place, height)| column(place, height)).collect()
    };
    let outline = if values.len() > ROOMY { format!("M0 {HIGH}{path}V{HIGH}z") } else { path };
    let across = values.len() * WIDE;
    html! {
        svg y=(down[0]) width="100%" height=(down[1]) viewBox={ "0 0 " (across) " " (HIGH) }
            preserveAspectRatio="none" { path.columns d=(outline) {} }
    }
}

fn column(place: usize, height: u64) -> String {
    format!("M{} {HIGH}v-{height}h{}v{height}z", place * WIDE + 1, WIDE - 2)
}

/// How high a column is; whatever there is, it is seen.
fn height(value: u64, most: u64) -> u64 {
    let height = part(value, most) * HIGH as f64;
    if value == 0 { 0 } else { (height.round() as u64).max(2) }
}

/// An axis below a drawing: the marks, each at its share of the width.
pub(super) fn axis(marks: &[(f64, String)]) -> Markup {
    drawing(
        22,
        &html! {
            @for (at, text) in marks {
                (line("tick", (*at, 0), (*at, 5)))
                (note(anchor(*at), (*at, 18), text))
            }
        },
    )
}

/// What stands at an edge must not leave the drawing.
fn anchor(at: f64) -> &'static str {
    match at {
        ..0.04 => "start",
        0.96.. => "end",
        _ => "middle",
    }
}

/// Round numbers from nothing to `most`, at the most six of them above nothing.
pub(super) fn round_marks(most: u32) -> Vec<u32> {
    let steps = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
    let step = steps.into_iter().find(|step| most / step <= 6).unwrap_or(u32::MAX);
    (0..=most / step).map(|count| count * step).collect()
}

/// What part of the whole this is; nothing of nothing.
pub(super) fn part(of: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { of as f64 / whole as f64 }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        assert_eq!(round_marks(0), [0]);
        assert_eq!(round_marks(7), [0, 2, 4, 6]);
        assert_eq!(round_marks(90), [0, 20, 40, 60, 80]);
        assert!(round_marks(u32::MAX).len() <= 7);
    }

    #[test]
    fn a_column_is_seen_as_soon_as_there_is_anything() {
        let drawn = columns(&[0, 1, 1000], 1000, [0, 50]).into_string();
        assert!(drawn.contains("\"M17 200v-2h14v2zM33 200v-200h14v200z\""), "{drawn}");
    }

    #[test]
    fn many_columns_are_one_outline() {
        let mut values = vec![1; 100];
        values[1] = 0;
        let drawn = columns(&values, 1, [0, 50]).into_string();
        assert!(
            drawn.contains("\"M0 200V0H16V200H32V0H48V0H64") && drawn.contains("V0H1600V200z\""),
            "{drawn}"
        );
    }
}
