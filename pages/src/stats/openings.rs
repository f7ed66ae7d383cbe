//! The results of the opening arrays against each other.

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{ArrayPairScore, RulesStats};
use maud::{Markup, html};

use super::figure::table_figure;
use super::first_turn::stacked_bar;
use super::numbers::{count, percent, whole};
use crate::plot::part;
use crate::words::Words;

/// A table with South's arrays down and North's across; nothing in games without a choice of arrays.
pub(super) fn table(words: &Words, rules: &RulesStats) -> Markup {
    let offered = rules.rules.arrays();
    if offered.len() < 2 || rules.arrays.is_empty() {
        return html! {};
    }
    let table = html! {
        table.grid {
            thead {
                tr {
                    td {}
                    @for north in offered { th scope="col" { (array_name(words, "north", *north)) } }
                }
            }
            tbody {
                @for south in offered {
                    tr {
                        th scope="row" { (array_name(words, "south", *south)) }
                        @for north in offered { td { (cell(words, score(rules, *south, *north))) } }
                    }
                }
            }
        }
    };
    table_figure(words, "stats.openings", &table)
}

fn array_name(words: &Words, seat: &str, array: Array) -> String {
    words.text(&format!("stats.array.{seat}.{}", array.as_str())).to_owned()
}

fn score(rules: &RulesStats, south: Array, north: Array) -> Option<&ArrayPairScore> {
    rules.arrays.iter().find(|score| *score.arrays.south == south && *score.arrays.north == north)
}

fn cell(words: &Words, score: Option<&ArrayPairScore>) -> Markup {
    let Some(score) = score else { return html! { (count(words, 0)) } };
    let result = |key: &str, games: u64| {
        let values = [("games", whole(games)), ("share", percent(words, part(games, score.games), 1))];
        words.fill(key, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    };
    html! {
        p { (count(words, score.games)) }
        (stacked_bar(words, &score.won, score.drawn))
        ul.summary {
            li { (result("stats.score.south", score.won.south)) }
            li { (result("stats.score.drawn", score.drawn)) }
            li { (result("stats.score.north", score.won.north)) }
        }
    }
}
