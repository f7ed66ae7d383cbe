//! The form that searches the history, and its values.

use std::collections::BTreeMap;

use ikibuguzo_engine::Ruleset;
use maud::{Markup, html};

use crate::encoding::encoded;
use crate::words::Words;

/// The fields that a query may name. Others are ignored: links come with all sorts of additions.
const FIELDS: [&str; 7] = ["rules", "player", "state", "result", "from", "until", "cursor"];

/// States that can be searched for.
const STATES: [&str; 3] = ["open", "live", "finished"];

/// Results that can be searched for.
const RESULTS: [&str; 4] = ["south", "north", "draw", "none"];

/// The fields of the form that a visitor has filled in, as text.
#[derive(Clone, Debug, Default)]
pub struct FormValues(BTreeMap<String, String>);

impl FormValues {
    /// Reads the decoded pairs of a query. An empty field counts as not filled in.
    pub fn new(pairs: Vec<(String, String)>) -> Self {
        let is_field =
            |(field, value): &(String, String)| FIELDS.contains(&field.as_str()) && !value.is_empty();
        Self(pairs.into_iter().filter(is_field).collect())
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
            label {
                span { (words.text("games.field.player")) }
                input type="search" name="player" value=[values.get("player")] autocomplete="off"
                    autocapitalize="none" spellcheck="false" maxlength="24" title=(words.text("games.field.player.how"));
            }
            (choice(words, values, "state", &STATES))
            (choice(words, values, "result", &RESULTS))
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
