//! The page that explains each error code. The `type` of a problem names a row of it.

use ikibuguzo_protocol::{ErrorCode, Problem};
use maud::{Markup, html};
use serde_json::Value;

use crate::address::SiteAddress;
use crate::api::prose;
use crate::frame::Page;
use crate::link_card;

/// The page. `explain` returns the explanation of a code, in which backticks enclose code.
pub fn page(address: &SiteAddress, explain: impl Fn(ErrorCode) -> Value) -> Page {
    let title = "Error codes".to_owned();
    let head = html! {
        (link_card::of_page(address, "/errors", &title, "What each error code of the API means."))
    };
    Page { name: "plain", title, style: "api", head, main: main(explain) }
}

fn main(explain: impl Fn(ErrorCode) -> Value) -> Markup {
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
                        td { (prose(&explain(code))) }
                    }
                }
            }
        }
    }
}
