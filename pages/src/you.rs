//! The visitor's own name: to keep it, to come back to it elsewhere, and where it is in use. All of it is done by a module
//! in the browser, because only that knows who the visitor is.

use maud::{Markup, html};

use super::frame::Page;
use super::games::head;
use super::words::Words;

/// `GET /you`.
pub(super) async fn show() -> Page {
    let words = Words::chosen();
    let main = html! {
        h1 { (words.say("you.title")) }
        noscript { p { (words.say("you.noscript")) } }
        div #you hidden {
            p data-guest { (words.say("you.nobody")) }
            p data-player hidden { (words.say("you.name")) " " a data-name {} }
            (claim(words))
            (sign_in(words))
            (tokens(words))
        }
    };
    Page { name: "you", title: words.say("you.title").to_owned(), head: head(), main }
}

fn claim(words: &Words) -> Markup {
    html! {
        section {
            h2 { (words.say("you.claim")) }
            p { (words.say("you.claim.why")) }
            form.secret #claim {
                (field(words, "name", "text", "username", "24", false))
                (field(words, "passphrase", "password", "new-password", "200", false))
                (field(words, "current", "password", "current-password", "200", true))
                button { (words.say("you.claim.do")) }
                (answer(words, "you.claim.done"))
            }
        }
    }
}

fn sign_in(words: &Words) -> Markup {
    html! {
        section {
            h2 { (words.say("you.sign-in")) }
            p { (words.say("you.sign-in.why")) }
            form.secret #sign-in {
                (field(words, "name", "text", "username", "24", false))
                (field(words, "passphrase", "password", "current-password", "200", false))
                button { (words.say("you.sign-in.do")) }
                (answer(words, "you.sign-in.done"))
            }
        }
    }
}

/// Where the name is in use; each line is a copy of the template.
fn tokens(words: &Words) -> Markup {
    html! {
        section #tokens hidden {
            h2 { (words.say("you.tokens")) }
            ul.lines {}
            template {
                li.line {
                    span { (words.say("you.token.since")) " " time {} " " strong data-current { (words.say("you.token.current")) } }
                    button type="button" { (words.say("you.token.end")) }
                }
            }
            (answer(words, "you.token.ended"))
        }
    }
}

fn field(words: &Words, name: &str, kind: &str, fill: &str, longest: &str, hidden: bool) -> Markup {
    html! {
        label hidden[hidden] {
            span { (words.say(&format!("you.{name}.field"))) }
            input name=(name) type=(kind) autocomplete=(fill) maxlength=(longest)
                minlength=(if kind == "password" { "8" } else { "2" }) required disabled[hidden]
                autocapitalize="none" spellcheck="false";
        }
    }
}

/// Where a form says what came of it.
fn answer(words: &Words, done: &str) -> Markup {
    html! {
        p.answer role="status" data-done=(words.say(done)) data-unreachable=(words.say("home.unreachable")) {}
    }
}
