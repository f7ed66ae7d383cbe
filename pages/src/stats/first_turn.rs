//! What the first turn is worth: who won, and how sure that is.

use ikibuguzo_protocol::{RulesStats, Seats};
use maud::{Markup, html};

use super::figure::{drawn, head, label};
use super::numbers::{Estimate, count, percent, whole};
use crate::web::plot::{axis, bar, drawing, hatched, line, note, part, point};
use crate::web::terms;
use crate::web::words::Words;

/// Who won, in the order in which it is shown.
const RESULTS: [&str; 3] = ["south", "drawn", "north"];

/// A part of a bar narrower than this has no room for its share, and one narrower than that none for its count.
const ROOM: [f64; 2] = [0.13, 0.3];

/// How high a bar is, and on which line its text stands.
const BAR: [u32; 2] = [24, 17];

/// Won by South, drawn, won by North.
pub(super) fn results(words: &Words, played: &[&RulesStats]) -> Markup {
    let drawing = html! {
        (legend(words))
        @for rules in played {
            (label(&terms::rules(words, *rules.rules), &count(words, rules.games)))
            (stacked(words, &rules.won, rules.drawn))
        }
    };
    drawn(words, "stats.results", &drawing, &results_table(words, played))
}

/// The three parts of all games in one bar.
pub(super) fn stacked(words: &Words, won: &Seats<u64>, drawn: u64) -> Markup {
    let counts = [won.south, drawn, won.north];
    let games: u64 = counts.iter().sum();
    let mut from = 0.0;
    let parts = RESULTS.iter().zip(counts).map(|(result, games_of_it)| {
        let to = from + part(games_of_it, games);
        let across = [from, to];
        from = to;
        html! { (segment(result, across, BAR[0])) (inscribed(words, result, across, games_of_it)) }
    });
    drawing(BAR[0], &html! { @for part in parts { (part) } (half(BAR[0])) })
}

/// A part of a bar, told from the others by more than its colour.
fn segment(result: &str, across: [f64; 2], height: u32) -> Markup {
    if result == "north" { hatched(result, across, [0, height]) } else { bar(result, across, [0, height]) }
}

fn inscribed(words: &Words, result: &str, across: [f64; 2], games: u64) -> Markup {
    let (share, share_in_words) = (across[1] - across[0], percent(words, across[1] - across[0], 0));
    let text = match share {
        share if share < ROOM[0] => return html! {},
        share if share < ROOM[1] => share_in_words,
        _ => format!("{share_in_words} · {}", whole(games)),
    };
    html! { g.(format!("on-{result}")) { (note("middle", (across[0] + share / 2.0, BAR[1]), &text)) } }
}

/// Where half of the games are.
fn half(height: u32) -> Markup {
    line("half", (0.5, 0), (0.5, height))
}

fn legend(words: &Words) -> Markup {
    html! {
        ul.legend {
            @for result in RESULTS {
                li {
                    svg.swatch width="16" height="16" { (segment(result, [0.0, 1.0], 16)) }
                    (words.say(&format!("stats.column.{result}")))
                }
            }
        }
    }
}

fn results_table(words: &Words, played: &[&RulesStats]) -> Markup {
    html! {
        table {
            (head(words, &["game", "games", "south", "drawn", "north"]))
            tbody {
                @for rules in played {
                    tr {
                        th scope="row" { (terms::rules(words, *rules.rules)) }
                        td { (whole(rules.games)) }
                        @for games in [rules.won.south, rules.drawn, rules.won.north] {
                            td { (whole(games)) " " span.share { (percent(words, part(games, rules.games), 1)) } }
                        }
                    }
                }
            }
        }
    }
}

/// South's share of the games that somebody won, with its interval.
pub(super) fn shares(words: &Words, played: &[&RulesStats]) -> Markup {
    let marks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, percent(words, share, 0)));
    let drawing = html! {
        @for rules in played {
            (label(&terms::rules(words, *rules.rules), &told(words, estimate(rules).as_ref())))
            (whisker(estimate(rules).as_ref()))
        }
        (axis(&marks))
    };
    drawn(words, "stats.shares", &drawing, &shares_table(words, played))
}

fn estimate(rules: &RulesStats) -> Option<Estimate> {
    Estimate::of(rules.won.south, rules.won.south + rules.won.north)
}

fn told(words: &Words, estimate: Option<&Estimate>) -> String {
    let Some(Estimate { share, low, high }) = estimate else {
        return words.say("stats.verdict.few").to_owned();
    };
    let [share, low, high] = [share, low, high].map(|share| percent(words, *share, 0));
    words.fill("stats.estimate", &[("share", &share), ("low", &low), ("high", &high)])
}

/// The interval as a line, the share as a point on it.
fn whisker(estimate: Option<&Estimate>) -> Markup {
    drawing(
        BAR[0],
        &html! {
            (bar("track", [0.0, 1.0], [BAR[0] / 2 - 1, 2]))
            (half(BAR[0]))
            @if let Some(Estimate { share, low, high }) = estimate {
                (line("reach", (*low, BAR[0] / 2), (*high, BAR[0] / 2)))
                @for end in [*low, *high] { (line("reach", (end, BAR[0] / 2 - 5), (end, BAR[0] / 2 + 5))) }
                (point("estimate", (*share, BAR[0] / 2)))
            }
        },
    )
}

fn shares_table(words: &Words, played: &[&RulesStats]) -> Markup {
    html! {
        table {
            (head(words, &["game", "decided", "south", "interval", "verdict"]))
            tbody {
                @for rules in played {
                    tr {
                        th scope="row" { (terms::rules(words, *rules.rules)) }
                        td { (whole(rules.won.south + rules.won.north)) }
                        (estimated(words, estimate(rules).as_ref()))
                    }
                }
            }
        }
    }
}

fn estimated(words: &Words, estimate: Option<&Estimate>) -> Markup {
    let precise = |share| percent(words, share, 1);
    html! {
        @match estimate {
            Some(estimate) => {
                td { (precise(estimate.share)) }
                td { (precise(estimate.low)) "–" (precise(estimate.high)) }
                td.words { (words.say(&format!("stats.verdict.{}", estimate.verdict()))) }
            }
            None => { td { "–" } td { "–" } td.words { (words.say("stats.verdict.few")) } }
        }
    }
}
