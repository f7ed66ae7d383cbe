//! The form that makes a tournament. `web/tournaments.js` sends it, because that needs the visitor's token.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::TimeControl;
use maud::{Markup, html};

use crate::labels;
use crate::preset_clocks::PRESET_CLOCKS;
use crate::words::Words;

/// The numbers of places that are offered.
const PLACES: std::ops::RangeInclusive<u32> = 4..=8;

pub(super) fn form(words: &Words) -> Markup {
    html! {
        section {
            h2 { (words.text("tournaments.make")) }
            form #make {
                fieldset.create disabled {
                    legend.unseen { (words.text("tournaments.make")) }
                    div.options {
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
                            select name="places" { @for places in PLACES { option { (places) } } }
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
