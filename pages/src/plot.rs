//! Shapes for plots. They stretch with the page: horizontal values are shares of its width, vertical values are pixels.
//!
//! Text and numbers stand beside a plot in HTML, so that a screen reader can skip the drawing.

use maud::{Markup, html};

/// The largest number of columns with gaps between them.
const MAX_SPACED_COLUMNS: usize = 60;

/// The width of a column with its gap, in units of the drawing.
const COLUMN_WIDTH: usize = 16;

/// The height of the highest column, in units of the drawing.
const MAX_COLUMN_HEIGHT: u64 = 200;

/// A drawing over the whole width, with a height in pixels.
pub(crate) fn drawing(height: u32, shapes: &Markup) -> Markup {
    html! {
        svg.plot height=(height) aria-hidden="true" { (shapes) }
    }
}

/// A box from one share of the width to another. `down` is its upper edge and its height.
pub(crate) fn bar(class: &str, across: [f64; 2], down: [u32; 2]) -> Markup {
    let [from, to] = across;
    html! {
        rect class=(class) x=(percent(from)) width=(percent((to - from).max(0.0))) y=(down[0]) height=(down[1]) {}
    }
}

/// A hatched box. The page needs [`hatching`].
pub(crate) fn hatched(class: &str, across: [f64; 2], down: [u32; 2]) -> Markup {
    html! {
        (bar(class, across, down))
        g fill="url(#hatching)" { (bar("hatched", across, down)) }
    }
}

/// The pattern of [`hatched`] boxes, once on a page.
pub(crate) fn hatching() -> Markup {
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

/// A straight line between two points.
pub(crate) fn line(class: &str, from: (f64, u32), to: (f64, u32)) -> Markup {
    html! { line class=(class) x1=(percent(from.0)) y1=(from.1) x2=(percent(to.0)) y2=(to.1) {} }
}

/// A point.
pub(crate) fn point(class: &str, at: (f64, u32)) -> Markup {
    html! { circle class=(class) cx=(percent(at.0)) cy=(at.1) r="5" {} }
}

/// A short text. `anchor` says which part of it is at the point: `start`, `middle` or `end`.
pub(crate) fn note(anchor: &str, at: (f64, u32), text: &str) -> Markup {
    html! { text.(anchor) x=(percent(at.0)) y=(at.1) { (text) } }
}

/// Columns side by side over the whole width. A column with the value `most` has the full height.
pub(crate) fn columns(values: &[u64], most: u64, down: [u32; 2]) -> Markup {
    let heights = values.iter().enumerate().map(|(index, value)| (index, height(*value, most)));
    let path: String = if values.len() > MAX_SPACED_COLUMNS {
        heights
            .map(|(index, height)| format!("V{}H{}", MAX_COLUMN_HEIGHT - height, (index + 1) * COLUMN_WIDTH))
            .collect()
    } else {
        heights.filter(|(_, height)| *height > 0).map(|(index, height)| column(index, height)).collect()
    };
    let outline = if values.len() > MAX_SPACED_COLUMNS {
        format!("M0 {MAX_COLUMN_HEIGHT}{path}V{MAX_COLUMN_HEIGHT}z")
    } else {
        path
    };
    let across = values.len() * COLUMN_WIDTH;
    html! {
        svg y=(down[0]) width="100%" height=(down[1]) viewBox={ "0 0 " (across) " " (MAX_COLUMN_HEIGHT) }
            preserveAspectRatio="none" { path.columns d=(outline) {} }
    }
}

fn column(index: usize, height: u64) -> String {
    format!("M{} {MAX_COLUMN_HEIGHT}v-{height}h{}v{height}z", index * COLUMN_WIDTH + 1, COLUMN_WIDTH - 2)
}

/// The height of a column. Every value above 0 is visible.
fn height(value: u64, most: u64) -> u64 {
    let height = part(value, most) * MAX_COLUMN_HEIGHT as f64;
    if value == 0 { 0 } else { (height.round() as u64).max(2) }
}

/// An axis below a drawing, with marks at shares of the width.
pub(crate) fn axis(marks: &[(f64, String)]) -> Markup {
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

/// A text at an edge must not leave the drawing.
fn anchor(at: f64) -> &'static str {
    match at {
        ..0.04 => "start",
        0.96.. => "end",
        _ => "middle",
    }
}

/// Round numbers from 0 to `most`, at most six of them above 0.
pub(crate) fn round_marks(most: u32) -> Vec<u32> {
    let steps = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
    let step = steps.into_iter().find(|step| most / step <= 6).unwrap_or(u32::MAX);
    (0..=most / step).map(|count| count * step).collect()
}

/// A part of a whole as a share; 0 if the whole is 0.
pub(crate) fn part(count: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { count as f64 / whole as f64 }
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
    fn every_value_above_0_has_a_visible_column() {
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
