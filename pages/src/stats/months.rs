//! When games were created, by month; by year if there are too many months to show.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use ikibuguzo_protocol::RulesStats;
use maud::{Markup, html};

use super::figure::{drawing_figure, label};
use super::numbers::whole;
use crate::labels;
use crate::plot::{axis, columns, drawing, line};
use crate::words::Words;

/// The largest number of months to show; more are shown by year.
const MAX_MONTHS: i32 = 72;

/// The smallest number of periods: fewer columns would look like blocks.
const MIN_PERIODS: i32 = 12;

/// The month of imported games without a date, or with one before 1970.
const UNDATED: &str = "1970-01";

/// The height of the columns, in pixels.
const COLUMN_HEIGHT: u32 = 36;

/// The figure with the columns of each game: the same periods for all, and a scale for each.
pub(super) fn figure(words: &Words, played: &[&RulesStats]) -> Markup {
    if played.iter().flat_map(|rules| &rules.months).all(|count| month_number(&count.month).is_none()) {
        return html! {};
    }
    let periods = Periods::new(played);
    let rows: Vec<Row> = played.iter().map(|rules| periods.row(words, rules)).collect();
    let drawing = html! {
        div.months {
            @for row in &rows {
                div {
                    (label(&row.name, &row.summary(words)))
                    (row.drawing(&periods))
                    (axis(&periods.marks()))
                }
            }
        }
    };
    drawing_figure(
        words,
        if periods.is_yearly { "stats.by-year" } else { "stats.by-month" },
        &drawing,
        &table(words, &periods, &rows),
    )
}

/// The time in which games were created, in months or years since the year 0.
struct Periods {
    is_yearly: bool,
    span: RangeInclusive<i32>,
}

/// The columns of one game.
struct Row {
    name: String,
    games: BTreeMap<i32, u64>,
}

impl Periods {
    fn new(played: &[&RulesStats]) -> Self {
        let months =
            || played.iter().flat_map(|rules| &rules.months).filter_map(|count| month_number(&count.month));
        let first = months().min().unwrap_or_default();
        let last = months().max().unwrap_or_default();
        let is_yearly = last - first >= MAX_MONTHS;
        let unit = if is_yearly { 12 } else { 1 };
        let first = first / unit;
        let last = last / unit;
        Self { is_yearly, span: first.min(last - MIN_PERIODS + 1)..=last }
    }

    fn row(&self, words: &Words, rules: &RulesStats) -> Row {
        let mut games = BTreeMap::new();
        for count in &rules.months {
            if let Some(month) = month_number(&count.month) {
                *games.entry(if self.is_yearly { month / 12 } else { month }).or_default() += count.games;
            }
        }
        Row { name: labels::rules(words, *rules.rules), games }
    }

    fn name(&self, period: i32) -> String {
        if self.is_yearly { period.to_string() } else { format!("{}-{:02}", period / 12, period % 12 + 1) }
    }

    /// The marks of the first and the last period.
    fn marks(&self) -> Vec<(f64, String)> {
        let first = *self.span.start();
        let last = *self.span.end();
        vec![(0.0, self.name(first)), (1.0, self.name(last))]
    }
}

impl Row {
    fn in_period(&self, period: i32) -> u64 {
        self.games.get(&period).copied().unwrap_or_default()
    }

    fn most(&self) -> u64 {
        self.games.values().copied().max().unwrap_or_default()
    }

    fn summary(&self, words: &Words) -> String {
        let games = whole(self.games.values().sum());
        let most = whole(self.most());
        words.fill("stats.busiest", &[("games", &games), ("most", &most)])
    }

    fn drawing(&self, periods: &Periods) -> Markup {
        let games: Vec<u64> = periods.span.clone().map(|period| self.in_period(period)).collect();
        drawing(
            COLUMN_HEIGHT + 1,
            &html! {
                (columns(&games, self.most(), [0, COLUMN_HEIGHT]))
                (line("base", (0.0, COLUMN_HEIGHT), (1.0, COLUMN_HEIGHT)))
            },
        )
    }
}

/// A month such as `2026-11`, counted from the year 0; none for that of undated games.
fn month_number(name: &str) -> Option<i32> {
    if name == UNDATED {
        return None;
    }
    let (year, month) = name.split_once('-')?;
    Some(year.parse::<i32>().ok()? * 12 + month.parse::<i32>().ok()? - 1)
}

fn table(words: &Words, periods: &Periods, rows: &[Row]) -> Markup {
    let busy = periods.span.clone().filter(|period| rows.iter().any(|row| row.in_period(*period) > 0));
    html! {
        table {
            thead {
                tr {
                    th scope="col" { (words.text(if periods.is_yearly { "stats.column.year" } else { "stats.column.month" })) }
                    @for row in rows { th scope="col" { (row.name) } }
                }
            }
            tbody {
                @for period in busy {
                    tr {
                        th scope="row" { (periods.name(period)) }
                        @for row in rows { td { (whole(row.in_period(period))) } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_counted_and_named() {
        let periods = Periods { is_yearly: false, span: 0..=0 };
        for name in ["2026-01", "2026-12", "1970-06"] {
            assert_eq!(month_number(name).map(|month| periods.name(month)).as_deref(), Some(name));
        }
        assert_eq!(
            month_number("2027-01").zip(month_number("2026-12")).map(|(next, last)| next - last),
            Some(1)
        );
        assert_eq!(month_number("soon"), None);
    }
}
