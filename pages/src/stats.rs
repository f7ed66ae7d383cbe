//! The statistics over all games: plots, each with its numbers in a table.

mod figure;
mod first_turn;
mod length;
mod months;
mod numbers;
mod openings;
mod tables;

use ikibuguzo_protocol::{RulesStats, Stats};
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::frame::Page;
use crate::labels;
use crate::link_card;
use crate::plot;
use crate::words::Words;
use numbers::{count, whole};

/// The page with the statistics.
pub fn page(stats: &Stats, address: &SiteAddress) -> Page {
    let words = Words::english();
    let title = words.text("stats.title").to_owned();
    let head = html! {
        (link_card::of_page(address, "/stats", &title, words.text("stats.what")))
    };
    let main = html! {
        div.stats {
            h1 { (title) }
            @if stats.games == 0 { (no_games(words)) } @else { (all_sections(words, stats)) }
        }
    };
    Page { name: "plain", title, style: "stats", head, main }
}

fn no_games(words: &Words) -> Markup {
    html! {
        p.lead { (words.text("stats.empty")) }
        p.links {
            a href="/" { (words.text("stats.play")) }
            a href="/rules" { (words.text("stats.learn")) }
        }
    }
}

fn all_sections(words: &Words, stats: &Stats) -> Markup {
    let played: Vec<&RulesStats> = stats.rules.iter().filter(|rules| rules.games > 0).collect();
    let counted = if stats.games == 1 { "stats.counted.one" } else { "stats.counted.other" };
    html! {
        (plot::hatching())
        p.lead { (words.fill(counted, &[("games", &whole(stats.games))])) " " (words.text("stats.how")) }
        p.links {
            a href="/api/stats" { (words.text("stats.json")) }
            a href="/api/export" download="games.ndjson" { (words.text("stats.export")) }
        }
        section aria-labelledby="first-turn" {
            h2 #first-turn { (words.text("stats.first-turn")) }
            div.pair { (first_turn::results(words, &played)) (first_turn::shares(words, &played)) }
        }
        section aria-labelledby="captures" {
            h2 #captures { (words.text("stats.captures")) }
            (tables::captures(words, &played))
        }
        section aria-labelledby="months" {
            h2 #months { (words.text("stats.months")) }
            (months::figure(words, &played))
        }
        section aria-labelledby="games" {
            h2 #games { (words.text("stats.games")) }
            @for rules in &stats.rules { (game(words, rules)) }
        }
    }
}

/// The statistics of one game: lengths, endings and opening arrays.
fn game(words: &Words, rules: &RulesStats) -> Markup {
    html! {
        article.game {
            h3 { (labels::rules(words, *rules.rules)) " " span.sample-size { (count(words, rules.games)) } }
            div.pair {
                @if let Some(length) = &rules.length { (length::figure(words, length, rules.turns)) }
                (tables::endings(words, &rules.reasons))
            }
            (openings::table(words, rules))
        }
    }
}
