//! How much is captured in each game.

use ikibuguzo_protocol::RulesStats;
use maud::{Markup, html};

use super::figure::{head, table_figure};
use super::numbers::whole;
use crate::labels;
use crate::plot::{bar, drawing, part};
use crate::words::Words;

/// A table with a row for each game: captures and captured counters per turn, and captured counters per game.
pub(super) fn table(words: &Words, played: &[&RulesStats]) -> Markup {
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
