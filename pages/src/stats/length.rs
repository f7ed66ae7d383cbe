//! The lengths of games.

use ikibuguzo_protocol::GameLengths;
use maud::{Markup, html};

use super::figure::{drawing_figure, head};
use super::numbers::{percent, whole};
use crate::plot::{axis, bar, columns, drawing, line, note, part, round_marks};
use crate::words::Words;

/// The smallest number of columns: fewer would look like blocks.
const MIN_COLUMNS: u32 = 6;

/// The largest number of columns: more would be too thin.
const MAX_COLUMNS: u32 = 40;

/// The upper edge and the height of the columns, in pixels.
const COLUMN_EXTENT: [u32; 2] = [20, 110];

/// The figure with a histogram, and the quartiles as a box below it.
pub(super) fn figure(words: &Words, length: &GameLengths, turns: u64) -> Markup {
    let histogram = Histogram::new(length);
    let drawing = html! {
        (histogram.drawing())
        (quartiles(length, histogram.end()))
        (axis(&histogram.marks()))
        p.summary { (summary(words, length, histogram.count())) }
    };
    drawing_figure(words, "stats.length", &drawing, &table(words, length, &histogram, turns))
}

/// Games by length in columns of equal width, empty columns included.
struct Histogram {
    width: u32,
    games: Vec<u64>,
}

impl Histogram {
    fn new(length: &GameLengths) -> Self {
        let buckets = length.most / length.bucket + 1;
        let width = length.bucket * buckets.div_ceil(MAX_COLUMNS);
        let mut games = vec![0; (length.most / width + 1).max(MIN_COLUMNS) as usize];
        for bucket in &length.histogram {
            games[(bucket.from / width) as usize] += bucket.games;
        }
        Self { width, games }
    }

    /// The first length after the last column.
    fn end(&self) -> u32 {
        self.width * self.games.len() as u32
    }

    /// The number of games.
    fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    fn highest(&self) -> u64 {
        self.games.iter().copied().max().unwrap_or_default()
    }

    fn drawing(&self) -> Markup {
        let bottom = COLUMN_EXTENT[0] + COLUMN_EXTENT[1];
        drawing(
            bottom + 1,
            &html! {
                (line("guide", (0.0, COLUMN_EXTENT[0]), (1.0, COLUMN_EXTENT[0])))
                (note("start", (0.0, COLUMN_EXTENT[0] - 5), &whole(self.highest())))
                (columns(&self.games, self.highest(), COLUMN_EXTENT))
                (line("base", (0.0, bottom), (1.0, bottom)))
            },
        )
    }

    fn marks(&self) -> Vec<(f64, String)> {
        let end = self.end();
        round_marks(end).into_iter().map(|turns| (share(turns, end), whole(turns.into()))).collect()
    }
}

/// A line from the shortest game to the longest, a box for the middle half, and a mark at the median.
fn quartiles(length: &GameLengths, end: u32) -> Markup {
    let [first, middle, third] = length.quartiles.map(|turns| share(turns, end));
    drawing(
        20,
        &html! {
            (line("interval", (share(length.least, end), 11), (share(length.most, end), 11)))
            (bar("box", [first, third], [5, 12]))
            (line("median", (middle, 2), (middle, 20)))
        },
    )
}

fn share(turns: u32, end: u32) -> f64 {
    part(turns.into(), end.into())
}

fn summary(words: &Words, length: &GameLengths, games: u64) -> String {
    let [first, middle, third] = length.quartiles;
    let key = match games {
        1 => "stats.length.summary.one",
        _ if length.least == length.most => "stats.length.summary.all",
        _ if first == third => "stats.length.summary.same",
        _ => "stats.length.summary",
    };
    let values = [length.least, first, middle, third, length.most].map(|turns| whole(turns.into()));
    let names = ["least", "first", "middle", "third", "most"];
    let filled: Vec<(&str, &str)> = names.into_iter().zip(values.iter().map(String::as_str)).collect();
    words.fill(key, &filled)
}

fn table(words: &Words, length: &GameLengths, histogram: &Histogram, turns: u64) -> Markup {
    let games = histogram.count();
    let columns = histogram.games.iter().zip(0_u32..).filter(|(games, _)| **games > 0);
    html! {
        p { (summary(words, length, games)) " " (mean(words, turns, games)) }
        table {
            (head(words, &["length", "games", "share"]))
            tbody {
                @for (count, index) in columns {
                    tr {
                        th scope="row" { (index * histogram.width) "–" ((index + 1) * histogram.width - 1) }
                        td { (whole(*count)) }
                        td { (percent(words, part(*count, games), 1)) }
                    }
                }
            }
        }
    }
}

fn mean(words: &Words, turns: u64, games: u64) -> String {
    words.fill("stats.length.mean", &[("mean", &format!("{:.1}", part(turns, games)))])
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::LengthBucket;

    use super::*;

    fn histogram(most: u32, buckets: &[(u32, u64)]) -> Histogram {
        let histogram = buckets.iter().map(|&(from, games)| LengthBucket { from, games }).collect();
        Histogram::new(&GameLengths { least: 0, quartiles: [0; 3], most, bucket: 10, histogram })
    }

    #[test]
    fn lengths_that_are_the_same_are_named_once() {
        let words = Words::english();
        let text = |games, least, quartiles, most| {
            let length = GameLengths { least, quartiles, most, bucket: 10, histogram: Vec::new() };
            summary(words, &length, games)
        };
        assert_eq!(text(1, 27, [27; 3], 27), "The game had 27 turns.");
        assert_eq!(text(2, 27, [27; 3], 27), "Each game had 27 turns.");
        assert!(text(4, 5, [27; 3], 30).starts_with("Half of the games had 27 turns."));
        assert!(text(4, 5, [9, 12, 27], 30).starts_with("Half of the games had 9 to 27 turns."));
    }

    #[test]
    fn a_gap_between_buckets_is_an_empty_column() {
        let Histogram { width, games } = histogram(34, &[(0, 2), (30, 5)]);
        assert_eq!((width, games), (10, vec![2, 0, 0, 5, 0, 0]));
    }

    #[test]
    fn a_very_long_game_makes_columns_wider_not_more() {
        let histogram = histogram(4_005, &[(0, 2), (10, 3), (4_000, 1)]);
        assert_eq!((histogram.width, histogram.games.len()), (110, 37));
        assert_eq!((histogram.games[0], histogram.games[36], histogram.end()), (5, 1, 4_070));
    }
}
