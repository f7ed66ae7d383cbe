//! The form that searches the history, and its values.

use std::collections::BTreeMap;

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{EndReason, PlayerName};
use maud::{Markup, html};

use crate::encoding::encoded;
use crate::words::Words;

/// The fields that a query may name. Others are ignored: links come with all sorts of additions.
const FIELDS: [&str; 12] = [
    "rules",
    "player",
    "opponent",
    "state",
    "result",
    "reason",
    "arrays",
    "min_turns",
    "max_turns",
    "from",
    "until",
    "cursor",
];

/// Pairs of opening arrays that can be searched for, South's first.
const ARRAYS: [&str; 4] = ["first-first", "first-second", "second-first", "second-second"];

/// States that can be searched for.
const STATES: [&str; 3] = ["open", "live", "finished"];

/// Results that can be searched for.
const RESULT_CHOICES: [&str; 4] = ["south", "north", "draw", "none"];

/// The fields of the form that a visitor has filled in, as text.
#[derive(Clone, Debug, Default)]
pub struct FormValues(BTreeMap<String, String>);

impl FormValues {
    /// Reads the decoded pairs of a query, without spaces around their values. An empty field counts as not filled in.
    pub fn new(pairs: Vec<(String, String)>) -> Self {
        let is_field =
            |(field, value): &(String, String)| FIELDS.contains(&field.as_str()) && !value.is_empty();
        let trimmed = pairs.into_iter().map(|(field, value)| (field, value.trim().to_owned()));
        Self(trimmed.filter(is_field).collect())
    }

    /// The text of a field.
    pub fn get(&self, field: &str) -> Option<&str> {
        self.0.get(field).map(String::as_str)
    }

    /// One field alone.
    pub fn only(mut self, field: &str) -> Self {
        self.0.retain(|name, _| name == field);
        self
    }

    /// The query string with another value for a field.
    pub(crate) fn with(&self, field: &str, value: &str) -> String {
        let mut values = self.0.clone();
        values.insert(field.to_owned(), value.to_owned());
        query_string(&values)
    }

    /// The query string without a field.
    pub(crate) fn without(&self, field: &str) -> String {
        let mut values = self.0.clone();
        values.remove(field);
        query_string(&values)
    }
}

/// The form, filled in with these values.
pub(super) fn form(words: &Words, values: &FormValues) -> Markup {
    html! {
        form.search role="search" action="/games" method="get" {
            (choice(words, values, "rules", &Ruleset::STANDARD.map(Ruleset::name)))
            (name(words, values, "player"))
            (name(words, values, "opponent"))
            (choice(words, values, "state", &STATES))
            (choice(words, values, "result", &RESULT_CHOICES))
            (choice(words, values, "reason", &reasons()))
            (choice(words, values, "arrays", &ARRAYS))
            (turns(words, values, "min_turns"))
            (turns(words, values, "max_turns"))
            (date(words, values, "from"))
            (date(words, values, "until"))
            button { (words.text("games.search")) }
        }
    }
}

fn choice(words: &Words, values: &FormValues, field: &str, options: &[&str]) -> Markup {
    html! {
        label {
            span { (words.text(&format!("games.field.{field}"))) }
            select name=(field) {
                option value="" { (words.text("games.any")) }
                @for &value in options {
                    option value=(value) selected[values.get(field) == Some(value)] {
                        (words.text(&format!("games.{field}.{value}")))
                    }
                }
            }
        }
    }
}

/// The reasons for which a game can end.
fn reasons() -> Vec<&'static str> {
    EndReason::ALL.iter().map(|reason| reason.as_str()).collect()
}

/// The name of a player. It is searched for as it is written.
fn name(words: &Words, values: &FormValues, field: &str) -> Markup {
    html! {
        label {
            span { (words.text(&format!("games.field.{field}"))) }
            input type="search" name=(field) value=[values.get(field)] autocomplete="off"
                autocapitalize="none" spellcheck="false" maxlength=(PlayerName::MAX_LENGTH) title=(words.text("games.field.player.how"));
        }
    }
}

/// A number of turns.
fn turns(words: &Words, values: &FormValues, field: &str) -> Markup {
    html! {
        label {
            span { (words.text(&format!("games.field.{field}"))) }
            input type="number" name=(field) value=[values.get(field)] min="0" inputmode="numeric";
        }
    }
}

fn date(words: &Words, values: &FormValues, field: &str) -> Markup {
    html! {
        label {
            span { (words.text(&format!("games.field.{field}"))) }
            input type="date" name=(field) value=[values.get(field)];
        }
    }
}

fn query_string(values: &BTreeMap<String, String>) -> String {
    let pairs: Vec<_> = values.iter().map(|(field, value)| format!("{field}={}", encoded(value))).collect();
    pairs.join("&")
}
