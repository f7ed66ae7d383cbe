//! The value of the first turn: how often each seat won, and how certain that is.

use ikibuguzo_protocol::{RulesStats, Seats};
use maud::{Markup, html};

use super::figure::{drawing_figure, head, label};
use super::numbers::{Estimate, count, percent, whole};
use crate::labels;
use crate::plot::{axis, bar, drawing, hatched, line, note, part, point};
use crate::words::Words;

/// The results, in the order in which they are shown.
const RESULT_ORDER: [&str; 3] = ["south", "drawn", "north"];

/// The smallest share of a bar with room for its percentage.
const MIN_SHARE_WITH_PERCENTAGE: f64 = 0.13;

/// The smallest share of a bar with room for its percentage and its count.
const MIN_SHARE_WITH_COUNT: f64 = 0.3;

/// The height of a bar, in pixels.
const BAR_HEIGHT: u32 = 24;

/// The baseline of the text on a bar, in pixels from its upper edge.
const BAR_BASELINE: u32 = 17;

/// The figure with the results: won by South, drawn, won by North.
pub(super) fn results(words: &Words, played: &[&RulesStats]) -> Markup {
    let drawing = html! {
        (legend(words))
        @for rules in played {
            (label(&labels::rules(words, *rules.rules), &count(words, rules.games)))
            (stacked_bar(words, &rules.won, rules.drawn))
        }
    };
    drawing_figure(words, "stats.results", &drawing, &results_table(words, played))
}

/// The three results in one bar.
pub(super) fn stacked_bar(words: &Words, won: &Seats<u64>, drawn: u64) -> Markup {
    let counts = [won.south, drawn, won.north];
    let games: u64 = counts.iter().sum();
    let mut from = 0.0;
    let parts = RESULT_ORDER.iter().zip(counts).map(|(result, games_of_it)| {
        let to = from + part(games_of_it, games);
        let across = [from, to];
        from = to;
        html! { (segment(result, across, BAR_HEIGHT)) (inscription(words, result, across, games_of_it)) }
    });
    drawing(BAR_HEIGHT, &html! { @for part in parts { (part) } (half_line(BAR_HEIGHT)) })
}

/// A part of a bar. It differs from the others in more than its colour.
fn segment(result: &str, across: [f64; 2], height: u32) -> Markup {
    if result == "north" { hatched(result, across, [0, height]) } else { bar(result, across, [0, height]) }
}

fn inscription(words: &Words, result: &str, across: [f64; 2], games: u64) -> Markup {
    let share = across[1] - across[0];
    let share_in_words = percent(words, across[1] - across[0], 0);
    let text = match share {
        share if share < MIN_SHARE_WITH_PERCENTAGE => return html! {},
        share if share < MIN_SHARE_WITH_COUNT => share_in_words,
        _ => format!("{share_in_words} · {}", whole(games)),
    };
    html! { g.(format!("on-{result}")) { (note("middle", (across[0] + share / 2.0, BAR_BASELINE), &text)) } }
}

/// The line at half of the games.
fn half_line(height: u32) -> Markup {
    line("half", (0.5, 0), (0.5, height))
}

fn legend(words: &Words) -> Markup {
    html! {
        ul.legend {
            @for result in RESULT_ORDER {
                li {
                    svg.swatch width="16" height="16" { (segment(result, [0.0, 1.0], 16)) }
                    (words.text(&format!("stats.column.{result}")))
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
                        th scope="row" { (labels::rules(words, *rules.rules)) }
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

/// The figure with South's share of the games that a seat won, with its interval.
pub(super) fn shares(words: &Words, played: &[&RulesStats]) -> Markup {
    let marks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, percent(words, share, 0)));
    let drawing = html! {
        @for rules in played {
            (label(&labels::rules(words, *rules.rules), &estimate_text(words, estimate(rules).as_ref())))
            (whisker(estimate(rules).as_ref()))
        }
        (axis(&marks))
    };
    drawing_figure(words, "stats.shares", &drawing, &shares_table(words, played))
}

fn estimate(rules: &RulesStats) -> Option<Estimate> {
    Estimate::from_counts(rules.won.south, rules.won.south + rules.won.north)
}

fn estimate_text(words: &Words, estimate: Option<&Estimate>) -> String {
    let Some(Estimate { share, low, high }) = estimate else {
        return words.text("stats.verdict.few").to_owned();
    };
    let [share, low, high] = [share, low, high].map(|share| percent(words, *share, 0));
    words.fill("stats.estimate", &[("share", &share), ("low", &low), ("high", &high)])
}

/// The interval as a line, the share as a point on it.
fn whisker(estimate: Option<&Estimate>) -> Markup {
    drawing(
        BAR_HEIGHT,
        &html! {
            (bar("track", [0.0, 1.0], [BAR_HEIGHT / 2 - 1, 2]))
            (half_line(BAR_HEIGHT))
            @if let Some(Estimate { share, low, high }) = estimate {
                (line("interval", (*low, BAR_HEIGHT / 2), (*high, BAR_HEIGHT / 2)))
                @for end in [*low, *high] { (line("interval", (end, BAR_HEIGHT / 2 - 5), (end, BAR_HEIGHT / 2 + 5))) }
                (point("estimate", (*share, BAR_HEIGHT / 2)))
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
                        th scope="row" { (labels::rules(words, *rules.rules)) }
                        td { (whole(rules.won.south + rules.won.north)) }
                        (estimate_cells(words, estimate(rules).as_ref()))
                    }
                }
            }
        }
    }
}

fn estimate_cells(words: &Words, estimate: Option<&Estimate>) -> Markup {
    let precise = |share| percent(words, share, 1);
    html! {
        @match estimate {
            Some(estimate) => {
                td { (precise(estimate.share)) }
                td { (precise(estimate.low)) "–" (precise(estimate.high)) }
                td.words { (words.text(&format!("stats.verdict.{}", estimate.verdict()))) }
            }
            None => { td { "–" } td { "–" } td.words { (words.text("stats.verdict.few")) } }
        }
    }
}
