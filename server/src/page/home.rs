//! The first page: what this is, games to play and games to watch.

use maud::html;

use super::frame::Page;
use super::words::Words;

/// `GET /`.
pub(super) async fn show() -> Page {
    let words = Words::chosen();
    let main = html! {
        h1 { (words.say("home.title")) }
        p { (words.say("home.what")) }
    };
    Page { name: "home", title: words.say("home.title").to_owned(), head: html! {}, main }
}
