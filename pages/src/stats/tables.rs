//! Tables with bars: how much is captured in each game, and why games ended.

use ikibuguzo_protocol::{ReasonCount, RulesStats};
use maud::{Markup, html};

use super::figure::{head, table_figure};
use super::numbers::{percent, whole};
use crate::labels;
use crate::plot::{bar, drawing, part};
use crate::words::Words;

/// A table with a row for each game: captures and captured counters per turn, and captured counters per game.
pub(super) fn captures(words: &Words, played: &[&RulesStats]) -> Markup {
    let rates: Vec<[f64; 3]> = played.iter().map(|rules| rates(rules)).collect();
    let most = |column: usize| rates.iter().map(|rates| rates[column]).fold(0.0, f64::max);
    let most = [most(0), most(1), most(2)];
    let table = html! {
        table.bars {
            (head(words, &["game", "turns", "per-turn", "counters-per-turn", "counters-per-game"]))
            tbody {
                @for (rules, rates) in played.iter().zip(&rates) {
                    tr {
                        th scope="row" { (labels::rules(words, *rules.rules)) }
                        td { (whole(rules.turns)) }
                        @for (column, rate) in rates.iter().enumerate() { (rate_cell(column, *rate, most[column])) }
                    }
                }
            }
        }
    };
    table_figure(words, "stats.captured", &table)
}

fn rates(rules: &RulesStats) -> [f64; 3] {
    let RulesStats { captures, captured, turns, games, .. } = *rules;
    [part(captures, turns), part(captured, turns), part(captured, games)]
}

fn rate_cell(column: usize, rate: f64, most: f64) -> Markup {
    let share = if most > 0.0 { rate / most } else { 0.0 };
    let digits = if column == 2 { 1 } else { 2 };
    html! { td.bar-cell { (format!("{rate:.digits$}")) (drawing(6, &bar("measure", [0.0, share], [0, 6]))) } }
}

/// A table with a row for each reason, the most frequent first, games without a result included.
pub(super) fn endings(words: &Words, reasons: &[ReasonCount]) -> Markup {
    let games: u64 = reasons.iter().map(|count| count.games).sum();
    let table = html! {
        table.bars {
            (head(words, &["reason", "games", "share"]))
            tbody { @for count in reasons { (ending_row(words, count, part(count.games, games))) } }
        }
    };
    table_figure(words, "stats.endings", &table)
}

fn ending_row(words: &Words, count: &ReasonCount, share: f64) -> Markup {
    html! {
        tr {
            th scope="row" {
                (words.text(&format!("games.reason.{}", count.reason.as_str())))
                @if !count.reason.has_result() { " " span.aside { (words.text("stats.no-result")) } }
            }
            td { (whole(count.games)) }
            td.bar-cell { (percent(words, share, 1)) (share_bar(share)) }
        }
    }
}

/// A share as a part of the full width.
fn share_bar(share: f64) -> Markup {
    drawing(6, &html! { (bar("track", [0.0, 1.0], [0, 6])) (bar("measure", [0.0, share], [0, 6])) })
}
