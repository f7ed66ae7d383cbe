//! The form that makes a tournament. `web/tournaments.js` sends it, because that needs the visitor's token. It also
//! shows a visitor without a claimed name that one is needed.

use std::ops::RangeInclusive;

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{NewTournament, TimeControl, TournamentFormat};
use maud::{Markup, html};

use crate::labels;
use crate::preset_clocks::PRESET_CLOCKS;
use crate::words::Words;

pub(super) fn form(words: &Words) -> Markup {
    let first = TournamentFormat::default();
    html! {
        section {
            h2 { (words.text("tournaments.make")) }
            p #name-needed hidden { (words.text("tournaments.make.who")) " " a href="/you" { (words.text("tournaments.make.name")) } }
            form #tournament-form {
                fieldset.create disabled {
                    legend.visually-hidden { (words.text("tournaments.make")) }
                    div.options {
                        label {
                            span { (words.text("tournaments.format")) }
                            select name="format" { @for it in TournamentFormat::ALL { (format_option(words, it)) } }
                        }
                        label {
                            span { (words.text("tournaments.rules")) }
                            select name="rules" {
                                @for rules in Ruleset::STANDARD { option value=(rules) { (labels::rules(words, rules)) } }
                            }
                        }
                        label {
                            span { (words.text("home.clock")) }
                            select name="clock" {
                                @for clock in PRESET_CLOCKS.into_iter().filter(|clock| *clock != TimeControl::None) { option value=(clock) { (labels::clock(words, clock)) } }
                            }
                        }
                        label {
                            span { (words.text("tournaments.places")) }
                            (number_field("places", &first.places(), first.proposed_places(), false))
                        }
                        label data-format="arena" hidden {
                            span { (words.text("tournaments.minutes")) }
                            (number_field("minutes", &NewTournament::MINUTES, NewTournament::DEFAULT_MINUTES, true))
                        }
                        label data-format="swiss" hidden {
                            span { (words.text("tournaments.rounds")) }
                            (number_field("rounds", &NewTournament::ROUNDS, NewTournament::DEFAULT_ROUNDS, true))
                        }
                        label {
                            span { (words.text("tournaments.starts")) }
                            input type="datetime-local" name="starts";
                        }
                        label.tick {
                            input type="checkbox" name="rated";
                            span { (words.text("home.rated")) }
                        }
                    }
                    div.buttons { button.primary { (words.text("tournaments.make.do")) } }
                }
                p.problem role="alert" data-unreachable=(words.text("home.unreachable")) {}
                p.no-script { (words.text("home.noscript")) }
            }
        }
    }
}

fn format_option(words: &Words, format: TournamentFormat) -> Markup {
    let name: &str = format.into();
    html! {
        option value=(name) data-most=(format.places().end()) data-places=(format.proposed_places()) {
            (words.text(&format!("tournaments.format.{name}")))
        }
    }
}

fn number_field(name: &str, range: &RangeInclusive<u32>, value: u32, disabled: bool) -> Markup {
    html! {
        input type="number" name=(name) min=(range.start()) max=(range.end()) value=(value) required disabled[disabled];
    }
}
