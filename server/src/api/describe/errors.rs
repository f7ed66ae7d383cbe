//! The page that explains each error code. The `type` of a problem names a row of it.

use std::collections::HashMap;

use ikibuguzo_protocol::{ErrorCode, Problem};
use maud::{Markup, html};
use schemars::schema_for;
use serde_json::Value;

use super::page::prose;
use crate::web::frame::Page;

/// The page.
pub(super) fn page() -> Page {
    let head = html! { link rel="stylesheet" href="/static/api.css"; };
    Page { name: "plain", title: "Error codes".to_owned(), head, main: main() }
}

fn main() -> Markup {
    let explanations = explanations();
    html! {
        h1 { "Error codes" }
        p { "The server refuses a request or a message with one of these codes. Codes are stable, for programs." }
        table {
            thead { tr { th { "code" } th { "HTTP status" } th { "meaning" } } }
            tbody {
                @for code in ErrorCode::ALL.iter().copied() {
                    tr id=(code) {
                        td { a href=(Problem::type_of(code)) { code { (code) } } }
                        td { (code.status()) }
                        td { @if let Some(text) = explanations.get(&code.to_string()) { (prose(text)) } }
                    }
                }
            }
        }
    }
}

/// The doc comment of each code, which its schema holds.
fn explanations() -> HashMap<String, Value> {
    let schema = schema_for!(ErrorCode).to_value();
    let codes = schema["oneOf"].as_array().into_iter().flatten();
    codes
        .map(|code| (code["const"].as_str().unwrap_or_default().to_owned(), code["description"].clone()))
        .collect()
}
