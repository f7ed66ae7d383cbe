//! What all games together amount to, as a paper would show it: plots, and every number in a table.

#[path = "stats/captures.rs"]
mod captures;
#[path = "stats/endings.rs"]
mod endings;
#[path = "stats/figure.rs"]
mod figure;
#[path = "stats/first_turn.rs"]
mod first_turn;
#[path = "stats/length.rs"]
mod length;
#[path = "stats/months.rs"]
mod months;
#[path = "stats/numbers.rs"]
mod numbers;
#[path = "stats/openings.rs"]
mod openings;

use axum::extract::State;
use ikibuguzo_protocol::{RulesStats, Stats};
use maud::{Markup, html};

use super::address::Address;
use super::frame::{Page, Refused};
use super::words::Words;
use super::{card, plot, terms};
use crate::app::App;
use crate::query::statistics::statistics;
use numbers::{count, whole};

/// `GET /stats`.
pub(super) async fn show(State(app): State<App>, address: Address) -> Result<Page, Refused> {
    let stats = statistics(&app.store).await?;
    let words = Words::chosen();
    let title = words.say("stats.title").to_owned();
    let head = html! {
        link rel="stylesheet" href="/static/stats.css";
        (card::plain(&address, "/stats", &title, words.say("stats.what")))
    };
    let main = html! {
        div.stats {
            h1 { (title) }
            @if stats.games == 0 { (nothing_yet(words)) } @else { (everything(words, &stats)) }
        }
    };
    Ok(Page { name: "plain", title, head, main })
}

fn nothing_yet(words: &Words) -> Markup {
    html! {
        p.lead { (words.say("stats.empty")) }
        p.ways {
            a href="/" { (words.say("stats.play")) }
            a href="/rules" { (words.say("stats.learn")) }
        }
    }
}

fn everything(words: &Words, stats: &Stats) -> Markup {
    let played: Vec<&RulesStats> = stats.rules.iter().filter(|rules| rules.games > 0).collect();
    let counted = if stats.games == 1 { "stats.counted.one" } else { "stats.counted.other" };
    html! {
        (plot::hatching())
        p.lead { (words.fill(counted, &[("games", &whole(stats.games))])) " " (words.say("stats.how")) }
        p.ways {
            a href="/api/stats" { (words.say("stats.json")) }
            a href="/api/export" download="games.ndjson" { (words.say("stats.export")) }
        }
        section aria-labelledby="first-turn" {
            h2 #first-turn { (words.say("stats.first-turn")) }
            div.pair { (first_turn::results(words, &played)) (first_turn::shares(words, &played)) }
        }
        section aria-labelledby="captures" {
            h2 #captures { (words.say("stats.captures")) }
            (captures::table(words, &played))
        }
        section aria-labelledby="months" {
            h2 #months { (words.say("stats.months")) }
            (months::figure(words, &played))
        }
        section aria-labelledby="games" {
            h2 #games { (words.say("stats.games")) }
            @for rules in &stats.rules { (one_game(words, rules)) }
        }
    }
}

/// What can be said of a game by itself.
fn one_game(words: &Words, rules: &RulesStats) -> Markup {
    html! {
        article.game {
            h3 { (terms::rules(words, *rules.rules)) " " span.n { (count(words, rules.games)) } }
            div.pair {
                @if let Some(length) = &rules.length { (length::figure(words, length, rules.turns)) }
                (endings::table(words, &rules.reasons))
            }
            (openings::table(words, rules))
        }
    }
}
