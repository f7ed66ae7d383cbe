//! A player's ratings, with a graph of each.

use ikibuguzo_protocol::{GameRating, RatingPoint, SeatRating, whole_millis};
use maud::{Markup, html};

use crate::plot;
use crate::words::Words;

/// The height of a graph, in pixels.
const HEIGHT: u32 = 90;

/// The width and the height of the drawing, in its own units.
const SIZE: [f64; 2] = [1_000.0, 90.0];

/// Smallest range of ratings that a graph shows, from its bottom to its top.
const MIN_SPAN: f64 = 100.0;

/// A rating, and its values after the last games.
#[derive(Clone, Copy, Debug)]
pub struct RatingGraph<'a> {
    /// The rating.
    pub rating: &'a GameRating,
    /// The values, the oldest first.
    pub points: &'a [RatingPoint],
}

/// The name of the games that share a rating.
pub(crate) fn pool_name(words: &Words, game: &str, correspondence: bool) -> String {
    let key = format!("games.rules.{game}");
    let name = words.text(&key);
    if correspondence { words.fill("rating.correspondence", &[("game", name)]) } else { name.to_owned() }
}

/// A rating as people write it: with a question mark while it is provisional.
pub(crate) fn number(rating: &GameRating) -> String {
    format!("{}{}", rating.rating, if rating.provisional { "?" } else { "" })
}

/// A rating beside a name: with a question mark while it is provisional, and with what a game changed.
pub(crate) fn in_game(rating: &SeatRating) -> String {
    let mark = if rating.provisional { "?" } else { "" };
    match rating.change {
        None => format!("{}{mark}", rating.rating),
        Some(0) => format!("{}{mark} ±0", rating.rating),
        Some(change) => {
            let sign = if change < 0 { "−" } else { "+" };
            format!("{}{mark} {sign}{}", rating.rating, change.unsigned_abs())
        }
    }
}

/// The ratings of a player; nothing without any.
pub(crate) fn section(words: &Words, graphs: &[RatingGraph<'_>]) -> Markup {
    html! {
        @if !graphs.is_empty() {
            section.ratings {
                h2 { (words.text("rating.title")) }
                @for graph in graphs { (figure(words, graph)) }
                @if graphs.iter().any(|graph| graph.rating.provisional) { p { (words.text("rating.provisional")) } }
            }
        }
    }
}

fn figure(words: &Words, graph: &RatingGraph<'_>) -> Markup {
    let rating = graph.rating;
    let values = [
        ("rating", number(rating)),
        ("deviation", rating.deviation.to_string()),
        ("games", rating.games.to_string()),
    ];
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    html! {
        figure.rating {
            figcaption {
                strong { (pool_name(words, &rating.game, rating.correspondence)) } " "
                (words.fill("rating.facts", &values))
            }
            @if graph.points.len() > 1 { (drawing(graph.points)) }
        }
    }
}

/// The ratings over time, with the highest and the lowest.
fn drawing(points: &[RatingPoint]) -> Markup {
    let (lowest, highest) = points.iter().fold((i32::MAX, i32::MIN), |(lowest, highest), point| {
        (lowest.min(point.rating), highest.max(point.rating))
    });
    html! {
        div.graph {
            div.range aria-hidden="true" { span { (highest) } span { (lowest) } }
            (plot::drawing(HEIGHT, &html! {
                svg width="100%" height=(HEIGHT) viewBox={ "0 0 " (SIZE[0]) " " (SIZE[1]) } preserveAspectRatio="none" {
                    path.course vector-effect="non-scaling-stroke" d=(path(points, lowest, highest)) {}
                }
            }))
        }
    }
}

fn path(points: &[RatingPoint], lowest: i32, highest: i32) -> String {
    let [first, last] =
        [points.first(), points.last()].map(|point| point.map(|point| point.at).unwrap_or_default());
    let time = (whole_millis(last.saturating_since(first)) as f64).max(1.0);
    let span = f64::from(highest.saturating_sub(lowest)).max(MIN_SPAN);
    let vertex = |point: &RatingPoint| {
        let across = whole_millis(point.at.saturating_since(first)) as f64 / time * SIZE[0];
        let up = f64::from(point.rating.saturating_sub(lowest)) / span;
        format!("{across:.1} {:.1}", (SIZE[1] - 4.0) * (1.0 - up) + 2.0)
    };
    let vertices: Vec<_> = points.iter().map(vertex).collect();
    format!("M{}", vertices.join("L"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ikibuguzo_protocol::Timestamp;

    #[test]
    fn a_rating_beside_a_name_has_its_change_with_a_sign() {
        let shown = |provisional, change| in_game(&SeatRating { rating: 1508, provisional, change });
        assert_eq!(shown(false, None), "1508");
        assert_eq!(shown(true, Some(8)), "1508? +8");
        assert_eq!(shown(false, Some(-8)), "1508 −8");
        assert_eq!(shown(false, Some(0)), "1508 ±0");
    }

    #[test]
    fn a_graph_stays_within_its_drawing() {
        let point = |at, rating| RatingPoint { at, rating, deviation: 50 };
        assert_eq!(
            path(
                &[
                    point(Timestamp::from_millis(10), 1500),
                    point(Timestamp::from_millis(30), 1700),
                    point(Timestamp::from_millis(50), 1500)
                ],
                1500,
                1700
            ),
            "M0.0 88.0L500.0 2.0L1000.0 88.0"
        );
        assert_eq!(
            path(
                &[point(Timestamp::from_millis(10), 1500), point(Timestamp::from_millis(10), 1501)],
                1500,
                1501
            ),
            "M0.0 88.0L0.0 87.1"
        );
        assert_eq!(
            path(
                &[point(Timestamp::from_millis(50), 1500), point(Timestamp::from_millis(10), 1500)],
                1500,
                1500
            ),
            "M0.0 88.0L0.0 88.0"
        );
    }
}
