//! The form that creates a game. `web/home/start-form.js` sends it, because creating a game needs the visitor's token.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{ComputerLevel, TimeControl};
use maud::{Markup, html};

use crate::forms;
use crate::labels;
use crate::preset_clocks::PRESET_CLOCKS;
use crate::words::Words;

/// The level of the computer player that is chosen at first.
pub(crate) const DEFAULT_LEVEL: u8 = 3;

/// Who makes the first turn.
pub(crate) const STARTS: [&str; 3] = ["random", "me", "opponent"];

/// The kinds of custom clocks.
const CUSTOM_CLOCK_KINDS: [&str; 3] = ["fischer", "delay", "days"];

/// Differences of ratings that "Play with anybody" can begin with.
const RATING_RANGES: [u32; 3] = [100, 200, 400];

/// How long a challenge can stay open, in hours, and the keys of the texts.
const CHALLENGE_TERMS: [(u32, &str); 4] =
    [(1, "home.term.hour"), (24, "home.term.day"), (72, "home.term.3-days"), (336, "home.term.14-days")];

/// The form, with all options of a game.
pub(super) fn form(words: &Words) -> Markup {
    html! {
        form #create data-game-text=(words.text("home.create.what")) {
            fieldset.create disabled {
                legend { (words.text("home.create")) }
                div.games { @for rules in Ruleset::STANDARD { (tile(words, rules)) } }
                details {
                    summary { (words.text("home.options")) }
                    div.options { (options(words)) }
                }
                div.buttons {
                    (way(words, "friend"))
                    (challenge(words))
                    (way(words, "anybody"))
                    div.computer {
                        (way(words, "computer"))
                        (level(words))
                    }
                    p #levels {
                        (words.text("home.level.what")) " "
                        a href="/offline" { (words.text("home.offline")) }
                    }
                }
            }
            p.problem role="alert" data-unreachable=(words.text("home.unreachable"))
                data-no_storage=(words.text("game.refused.no_storage")) {}
            p.no-script {
                (words.text("home.noscript")) " "
                a href=(forms::PATH) { (words.text("home.noscript.play")) }
            }
        }
    }
}

/// The button of a way to find an opponent, with what will be played. The browser's module keeps that up to date.
fn way(words: &Words, name: &str) -> Markup {
    let rules = Ruleset::STANDARD[0];
    let values = [("rules", &*labels::rules(words, rules)), ("clock", words.text("home.clock.short.none"))];
    html! {
        button.primary[name == "friend"] name="way" value=(name) {
            span { (words.text(&format!("home.create.{name}"))) ": " }
            span.description { (words.fill("home.create.what", &values)) }
        }
    }
}

/// The button that challenges the player whom the address names, as `/?opponent=NAME`. Only the browser's module shows
/// it.
fn challenge(words: &Words) -> Markup {
    html! {
        button.primary name="way" value="challenge" data-text=(words.text("home.create.challenge")) hidden {
            span.name {} ": "
            span.description {}
        }
    }
}

/// The levels of the computer player.
pub(crate) fn level(words: &Words) -> Markup {
    html! {
        label {
            span.visually-hidden { (words.text("home.level")) }
            select name="level" aria-describedby="levels" {
                @for level in ComputerLevel::ALL {
                    option value=(level) selected[level.number() == DEFAULT_LEVEL] {
                        (words.fill("home.level.number", &[("level", &level.number().to_string())]))
                    }
                }
            }
        }
    }
}

/// The tile that chooses a game.
pub(crate) fn tile(words: &Words, rules: Ruleset) -> Markup {
    let name = rules.name();
    html! {
        label.tile {
            input type="radio" name="game" value=(name) checked[rules == Ruleset::STANDARD[0]];
            span.name { (words.text(&format!("games.rules.{name}"))) }
            span.from { (words.text(&format!("home.from.{name}"))) }
        }
    }
}

fn options(words: &Words) -> Markup {
    html! {
        @for rules in Ruleset::STANDARD { (variants(words, rules)) }
        label {
            span { (words.text("home.clock")) }
            select name="clock" {
                @for clock in PRESET_CLOCKS {
                    option value=(clock) data-short=(short_clock(words, clock)) { (labels::clock(words, clock)) }
                }
                option value="custom" { (words.text("home.clock.custom")) }
            }
        }
        (custom_clock(words))
        label.rated.tick hidden {
            input type="checkbox" name="rated";
            span { (words.text("home.rated")) }
        }
        (starts(words))
        (term(words))
        (wishes(words))
    }
}

/// Who makes the first turn.
pub(crate) fn starts(words: &Words) -> Markup {
    html! {
        label {
            span { (words.text("home.starts")) }
            select name="starts" {
                @for who in STARTS { option value=(who) { (words.text(&format!("home.starts.{who}"))) } }
            }
        }
    }
}

/// For how long a challenge stays open. Only the browser's module shows it, beside the button that challenges.
fn term(words: &Words) -> Markup {
    html! {
        label.term hidden {
            span { (words.text("home.term")) }
            select name="open-for" {
                option value="" { (words.text("home.term.usual")) }
                @for (hours, text) in CHALLENGE_TERMS { option value=(hours * 3_600) { (words.text(text)) } }
            }
        }
    }
}

/// What else "Play with anybody" accepts.
fn wishes(words: &Words) -> Markup {
    html! {
        label {
            span { (words.text("home.range")) }
            select name="range" {
                option value="" { (words.text("home.range.any")) }
                @for range in RATING_RANGES {
                    option value=(range) { (words.fill("home.range.within", &[("range", &range.to_string())])) }
                }
            }
        }
        div.more-options role="group" aria-labelledby="also-rules" {
            span #also-rules { (words.text("home.also-rules")) }
            @for rules in Ruleset::STANDARD { (also("also-rules", &rules.to_string(), &labels::rules(words, rules))) }
        }
        div.more-options role="group" aria-labelledby="also-clock" {
            span #also-clock { (words.text("home.also-clock")) }
            @for clock in PRESET_CLOCKS { (also("also-clock", &clock.to_string(), &short_clock(words, clock))) }
        }
    }
}

fn also(name: &str, value: &str, text: &str) -> Markup {
    html! { label.tick { input type="checkbox" name=(name) value=(value); span { (text) } } }
}

/// A clock as a button names it, such as `3+2`.
fn short_clock(words: &Words, clock: TimeControl) -> String {
    let text = |kind: &str, values: &[(&str, u32)]| {
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.to_string())).collect();
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        words.fill(&format!("home.clock.short.{kind}"), &values)
    };
    match clock {
        TimeControl::None => text("none", &[]),
        TimeControl::Fischer { initial, increment } => {
            text("fischer", &[("minutes", initial / 60), ("more", increment)])
        }
        TimeControl::Delay { initial, delay } => text("delay", &[("minutes", initial / 60), ("more", delay)]),
        TimeControl::Days(1) => text("day", &[]),
        TimeControl::Days(days) => text("days", &[("days", days)]),
    }
}

/// The variants of a game, hidden if there is only one.
pub(crate) fn variants(words: &Words, standard: Ruleset) -> Markup {
    let name = standard.name();
    let all: Vec<_> = Ruleset::ALL.iter().filter(|rules| rules.name() == name).collect();
    html! {
        label data-of=(name) hidden[all.len() == 1 || standard != Ruleset::STANDARD[0]] {
            span { (words.text("home.variant")) }
            select name={ "rules-" (name) } {
                @for rules in all {
                    option value=(rules) selected[*rules == standard] { (labels::rules(words, *rules)) }
                }
            }
        }
    }
}

fn custom_clock(words: &Words) -> Markup {
    html! {
        div.custom data-clock="custom" hidden {
            label {
                span { (words.text("home.clock.kind")) }
                select name="kind" {
                    @for kind in CUSTOM_CLOCK_KINDS {
                        option value=(kind) data-short=(words.text(&format!("home.clock.short.{kind}"))) {
                            (words.text(&format!("home.clock.kind.{kind}")))
                        }
                    }
                }
            }
            (number(words, "minutes", "0.5", TimeControl::MAX_INITIAL_SECONDS / 60, "0.5", "15"))
            (number(words, "more", "0", TimeControl::MAX_TURN_SECONDS, "1", "10"))
            (number(words, "days", "1", TimeControl::MAX_DAYS, "1", "2"))
        }
    }
}

fn number(words: &Words, name: &str, min: &str, max: u32, step: &str, default: &str) -> Markup {
    html! {
        label data-kind=(name) hidden[name == "days"] {
            span { (words.text(&format!("home.clock.{name}"))) }
            input type="number" name=(name) min=(min) max=(max) step=(step) value=(default) inputmode="decimal" required;
        }
    }
}
