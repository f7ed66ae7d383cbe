//! The form that makes a tournament. `web/tournaments.js` sends it, because that needs the visitor's token. It also shows
//! who has no claimed name that one is needed.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{TimeControl, TournamentFormat};
use maud::{Markup, html};

use crate::labels;
use crate::preset_clocks::PRESET_CLOCKS;
use crate::words::Words;

/// The formats that are offered, with the most places of each and those that are proposed.
const FORMATS: [(TournamentFormat, u32, u32); 3] = [
    (TournamentFormat::RoundRobin, 8, 4),
    (TournamentFormat::Swiss, 64, 16),
    (TournamentFormat::Arena, 300, 100),
];

pub(super) fn form(words: &Words) -> Markup {
    html! {
        section {
            h2 { (words.text("tournaments.make")) }
            p #name-needed hidden { (words.text("tournaments.make.who")) " " a href="/you" { (words.text("tournaments.make.name")) } }
            form #make {
                fieldset.create disabled {
                    legend.unseen { (words.text("tournaments.make")) }
                    div.options {
                        label {
                            span { (words.text("tournaments.format")) }
                            select name="format" { @for it in FORMATS { (format_option(words, it)) } }
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
                            input type="number" name="places" min="4" max="8" value="4" required;
                        }
                        label data-format="arena" hidden {
                            span { (words.text("tournaments.minutes")) }
                            input type="number" name="minutes" min="10" max="360" value="60" required disabled;
                        }
                        label data-format="swiss" hidden {
                            span { (words.text("tournaments.rounds")) }
                            input type="number" name="rounds" min="3" max="11" value="5" required disabled;
                        }
                        label {
                            span { (words.text("tournaments.starts")) }
                            input type="datetime-local" name="starts";
                        }
                        label.rated {
                            input type="checkbox" name="rated";
                            span { (words.text("home.rated")) }
                        }
                    }
                    div.ways { button.primary { (words.text("tournaments.make.do")) } }
                }
                p.problem role="alert" data-unreachable=(words.text("home.unreachable")) {}
                noscript { p { (words.text("home.noscript")) } }
            }
        }
    }
}

fn format_option(words: &Words, (format, most, proposed): (TournamentFormat, u32, u32)) -> Markup {
    let name: &str = format.into();
    html! {
        option value=(name) data-most=(most) data-places=(proposed) {
            (words.text(&format!("tournaments.format.{name}")))
        }
    }
}
