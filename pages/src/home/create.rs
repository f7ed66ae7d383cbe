//! The form that starts a game. A module in the browser sends it: that needs a player, and players are made by modules.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::TimeControl;
use maud::{Markup, html};

use crate::web::terms;
use crate::web::words::Words;

/// The clocks that need not be put together.
const CLOCKS: [TimeControl; 8] = [
    TimeControl::None,
    TimeControl::Fischer { initial: 180, increment: 2 },
    TimeControl::Fischer { initial: 300, increment: 5 },
    TimeControl::Fischer { initial: 600, increment: 10 },
    TimeControl::Fischer { initial: 1800, increment: 20 },
    TimeControl::Days(1),
    TimeControl::Days(3),
    TimeControl::Days(7),
];

/// Who makes the first turn.
const STARTS: [&str; 3] = ["random", "me", "opponent"];

/// Kinds of clocks that can be put together.
const KINDS: [&str; 3] = ["fischer", "delay", "days"];

/// The form, with everything that a game can be started with.
pub(super) fn form(words: &Words) -> Markup {
    html! {
        form #create {
            fieldset.create disabled {
                legend { (words.say("home.create")) }
                div.games { @for rules in Ruleset::STANDARD { (tile(words, rules)) } }
                details {
                    summary { (words.say("home.options")) }
                    div.options { (options(words)) }
                }
                div.ways {
                    button.primary name="public" value="false" { (words.say("home.create.friend")) }
                    button name="public" value="true" { (words.say("home.create.anybody")) }
                }
            }
            p.problem role="alert" data-unreachable=(words.say("home.unreachable")) {}
            noscript { p { (words.say("home.noscript")) } }
        }
    }
}

fn tile(words: &Words, rules: Ruleset) -> Markup {
    let name = rules.name();
    html! {
        label.tile {
            input type="radio" name="game" value=(name) checked[rules == Ruleset::STANDARD[0]];
            span.name { (words.say(&format!("games.rules.{name}"))) }
            span.from { (words.say(&format!("home.from.{name}"))) }
        }
    }
}

fn options(words: &Words) -> Markup {
    html! {
        @for rules in Ruleset::STANDARD { (variants(words, rules)) }
        label {
            span { (words.say("home.clock")) }
            select name="clock" {
                @for clock in CLOCKS { option value=(clock) { (terms::clock(words, clock)) } }
                option value="custom" { (words.say("home.clock.custom")) }
            }
        }
        (custom_clock(words))
        label {
            span { (words.say("home.starts")) }
            select name="starts" {
                @for who in STARTS { option value=(who) { (words.say(&format!("home.starts.{who}"))) } }
            }
        }
    }
}

/// The options of a game, if it has any: each ruleset by its name.
fn variants(words: &Words, standard: Ruleset) -> Markup {
    let name = standard.name();
    let all: Vec<_> = Ruleset::ALL.iter().filter(|rules| rules.name() == name).collect();
    html! {
        label data-of=(name) hidden[all.len() == 1 || standard != Ruleset::STANDARD[0]] {
            span { (words.say("home.variant")) }
            select name={ "rules-" (name) } {
                @for rules in all {
                    option value=(rules) selected[*rules == standard] { (terms::rules(words, *rules)) }
                }
            }
        }
    }
}

fn custom_clock(words: &Words) -> Markup {
    html! {
        div.custom data-clock="custom" hidden {
            label {
                span { (words.say("home.clock.kind")) }
                select name="kind" {
                    @for kind in KINDS { option value=(kind) { (words.say(&format!("home.clock.kind.{kind}"))) } }
                }
            }
            (number(words, "minutes", "0.5", "180", "0.5", "15"))
            (number(words, "more", "0", "180", "1", "10"))
            (number(words, "days", "1", "14", "1", "2"))
        }
    }
}

fn number(words: &Words, name: &str, min: &str, max: &str, step: &str, usual: &str) -> Markup {
    html! {
        label data-kind=(name) hidden[name == "days"] {
            span { (words.say(&format!("home.clock.{name}"))) }
            input type="number" name=(name) min=(min) max=(max) step=(step) value=(usual) inputmode="decimal" required;
        }
    }
}
