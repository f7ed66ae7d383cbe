//! The page that explains an error.

use ikibuguzo_protocol::ErrorCode;
use maud::html;

use crate::frame::Page;
use crate::words::Words;

/// The page for an error with a code and a message.
pub fn page(code: ErrorCode, message: &str) -> Page {
    let words = Words::english();
    let (title, message) = match code {
        ErrorCode::NotFound => (words.text("missing.title"), words.text("missing.what")),
        ErrorCode::UnknownGame => (words.text("missing.title"), words.text("missing.game")),
        ErrorCode::UnknownPlayer => (words.text("missing.title"), words.text("missing.player")),
        ErrorCode::GameUnreadable | ErrorCode::NeedsNewerServer => (words.text("unreadable.title"), message),
        _ => (words.text("refused.title"), message),
    };
    let main = html! {
        h1 { (title) }
        p { (message) }
        p { a href="/" { (words.text("refused.home")) } }
    };
    Page { name: "plain", title: title.to_owned(), style: "plain", head: html! {}, main }
}
