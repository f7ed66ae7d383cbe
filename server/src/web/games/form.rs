//! The form that searches the history, and what was asked with it.

use std::collections::BTreeMap;

use axum::extract::Query;
use axum::http::Uri;
use ikibuguzo_engine::Ruleset;
use maud::{Markup, html};

use crate::web::words::Words;

/// What a query can name. What is not among them is passed over: links come with all sorts of additions.
const FIELDS: [&str; 7] = ["rules", "player", "state", "result", "from", "until", "cursor"];

/// States that can be searched for.
const STATES: [&str; 3] = ["open", "live", "finished"];

/// Results that can be searched for.
const RESULTS: [&str; 4] = ["south", "north", "draw", "none"];

/// What a visitor has asked for. An empty field of the form asks for nothing.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct Asked {
    /// Each field as it came, still encoded.
    raw: BTreeMap<String, String>,
    /// Each field as it was meant.
    plain: BTreeMap<String, String>,
}

impl Asked {
    /// Reads the query of a request.
    pub(in crate::web) fn read(query: &str) -> Self {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let asked = pairs.filter(|(field, value)| FIELDS.contains(field) && !value.is_empty());
        let raw: BTreeMap<_, _> = asked.map(|(field, value)| (field.to_owned(), value.to_owned())).collect();
        let uri: Option<Uri> = format!("/?{}", text(&raw)).parse().ok();
        let plain = uri.and_then(|uri| Query::try_from_uri(&uri).ok());
        Self { raw, plain: plain.map(|Query(plain)| plain).unwrap_or_default() }
    }

    /// What a field asks for.
    pub(in crate::web) fn get(&self, field: &str) -> Option<&str> {
        self.plain.get(field).map(String::as_str)
    }

    /// What was asked with one field alone.
    pub(in crate::web) fn only(mut self, field: &str) -> Self {
        self.raw.retain(|name, _| name == field);
        self.plain.retain(|name, _| name == field);
        self
    }

    /// The query with another value for a field.
    pub(in crate::web) fn with(&self, field: &str, value: &str) -> String {
        let mut raw = self.raw.clone();
        raw.insert(field.to_owned(), value.to_owned());
        text(&raw)
    }

    /// The query without a field.
    pub(in crate::web) fn without(&self, field: &str) -> String {
        let mut raw = self.raw.clone();
        raw.remove(field);
        text(&raw)
    }
}

/// The form, filled in with what was asked.
pub(super) fn form(words: &Words, asked: &Asked) -> Markup {
    html! {
        form.search role="search" action="/games" method="get" {
            (choice(words, asked, "rules", &Ruleset::STANDARD.map(Ruleset::name)))
            label {
                span { (words.say("games.field.player")) }
                input type="search" name="player" value=[asked.get("player")] autocomplete="off"
                    autocapitalize="none" spellcheck="false" maxlength="24" title=(words.say("games.field.player.how"));
            }
            (choice(words, asked, "state", &STATES))
            (choice(words, asked, "result", &RESULTS))
            (date(words, asked, "from"))
            (date(words, asked, "until"))
            button { (words.say("games.search")) }
        }
    }
}

fn choice(words: &Words, asked: &Asked, field: &str, values: &[&str]) -> Markup {
    html! {
        label {
            span { (words.say(&format!("games.field.{field}"))) }
            select name=(field) {
                option value="" { (words.say("games.any")) }
                @for &value in values {
                    option value=(value) selected[asked.get(field) == Some(value)] {
                        (words.say(&format!("games.{field}.{value}")))
                    }
                }
            }
        }
    }
}

fn date(words: &Words, asked: &Asked, field: &str) -> Markup {
    html! {
        label {
            span { (words.say(&format!("games.field.{field}"))) }
            input type="date" name=(field) value=[asked.get(field)];
        }
    }
}

fn text(raw: &BTreeMap<String, String>) -> String {
    let pairs: Vec<_> = raw.iter().map(|(field, value)| format!("{field}={value}")).collect();
    pairs.join("&")
}
