//! How the opening arrays fared against each other.

use ikibuguzo_engine::{Array, Ruleset};
use ikibuguzo_protocol::{ArraysScore, RulesStats};
use maud::{Markup, html};

use super::figure::tabled;
use super::first_turn::stacked;
use super::numbers::{count, percent, whole};
use crate::web::plot::part;
use crate::web::words::Words;

/// South's array down, North's across; nothing where there is no choice of them.
pub(super) fn table(words: &Words, rules: &RulesStats) -> Markup {
    let Ruleset::Ikibuguzo { opening } = *rules.rules else { return html! {} };
    let offered = opening.arrays();
    if offered.len() < 2 || rules.arrays.is_empty() {
        return html! {};
    }
    let table = html! {
        table.grid {
            thead {
                tr {
                    td {}
                    @for north in offered { th scope="col" { (named(words, "north", *north)) } }
                }
            }
            tbody {
                @for south in offered {
                    tr {
                        th scope="row" { (named(words, "south", *south)) }
                        @for north in offered { td { (cell(words, score(rules, *south, *north))) } }
                    }
                }
            }
        }
    };
    tabled(words, "stats.openings", &table)
}

fn named(words: &Words, seat: &str, array: Array) -> String {
    words.say(&format!("stats.array.{seat}.{}", array.as_str())).to_owned()
}

fn score(rules: &RulesStats, south: Array, north: Array) -> Option<&ArraysScore> {
    rules.arrays.iter().find(|score| *score.arrays.south == south && *score.arrays.north == north)
}

fn cell(words: &Words, score: Option<&ArraysScore>) -> Markup {
    let Some(score) = score else { return html! { (count(words, 0)) } };
    let told = |key: &str, games: u64| {
        let values = [("games", whole(games)), ("share", percent(words, part(games, score.games), 1))];
        words.fill(key, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    };
    html! {
        p { (count(words, score.games)) }
        (stacked(words, &score.won, score.drawn))
        ul.told {
            li { (told("stats.score.south", score.won.south)) }
            li { (told("stats.score.drawn", score.drawn)) }
            li { (told("stats.score.north", score.won.north)) }
        }
    }
}
