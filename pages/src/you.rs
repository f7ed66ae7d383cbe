//! The visitor's account: its name, its passphrase and its tokens. `web/you.js` does all of it, because only the
//! browser knows the visitor's token.

use ikibuguzo_protocol::{Passphrase, PlayerName, PushKind};
use maud::{Markup, html};

use crate::address::SiteAddress;
use crate::frame::Page;
use crate::link_card;
use crate::words::Words;

/// The page of the visitor's account.
pub fn page(address: &SiteAddress) -> Page {
    let words = Words::english();
    let main = html! {
        h1 { (words.text("you.title")) }
        p.no-script { (words.text("you.noscript")) }
        div #you hidden {
            p data-guest { (words.text("you.nobody")) }
            p data-player hidden { (words.text("you.name")) " " a data-name {} }
            section #sanctions hidden {
                h2 { (words.text("you.sanctions")) }
                ul.lines {}
                template {
                    li.line {
                        span {
                            strong data-warned=(words.text("you.sanctions.warned"))
                                data-silenced=(words.text("you.sanctions.silenced"))
                                data-banned=(words.text("you.sanctions.banned")) {}
                            " " (words.text("you.sanctions.until")) " " time {} " " em {}
                        }
                    }
                }
            }
            (left_games(words))
            section hidden {
                h2 { (words.text("home.yours")) }
                ul data-part="yours" {}
            }
            (push(words))
            (claim(words))
            (sign_in(words))
            (tokens(words))
            (data(words))
        }
    };
    let title = words.text("you.title").to_owned();
    let head = html! {
        (link_card::of_page(address, "/you", &title, words.text("you.what")))
    };
    Page { name: "you", title, style: "lobby", head, main }
}

/// The games that the player has left lately; each line is a copy of the template.
fn left_games(words: &Words) -> Markup {
    html! {
        section #left-games hidden {
            h2 { (words.text("you.left")) }
            p { (words.text("you.left.what")) }
            p data-ban hidden { strong { (words.text("you.left.ban")) " " time {} } }
            ul.lines {}
            template {
                li.line {
                    span {
                        a href="/" data-no_show=(words.text("you.left.no-show"))
                            data-walked_away=(words.text("you.left.walked-away")) {}
                        " " time {}
                    }
                }
            }
        }
    }
}

/// The notices that this browser receives while the site is closed. Shown if the browser can receive any.
fn push(words: &Words) -> Markup {
    html! {
        section #push hidden {
            h2 { (words.text("you.push")) }
            p { (words.text("you.push.why")) }
            @for kind in PushKind::ALL {
                p { label {
                    input type="checkbox" name="push" value=(kind.as_str());
                    " " (words.text(&format!("you.push.{}", kind.as_str())))
                } }
            }
            p.answer role="status" data-done=(words.text("you.push.done")) data-failed=(words.text("you.push.failed")) {}
        }
    }
}

fn claim(words: &Words) -> Markup {
    html! {
        section {
            h2 { (words.text("you.claim")) }
            p { (words.text("you.claim.why")) }
            form.secret #claim {
                (name_field(words))
                (passphrase_field(words, "passphrase", "new-password", false))
                (passphrase_field(words, "current", "current-password", true))
                button { (words.text("you.claim.do")) }
                (answer(words, "you.claim.done"))
            }
        }
    }
}

fn sign_in(words: &Words) -> Markup {
    html! {
        section {
            h2 { (words.text("you.sign-in")) }
            p { (words.text("you.sign-in.why")) }
            form.secret #sign-in {
                (name_field(words))
                (passphrase_field(words, "passphrase", "current-password", false))
                button { (words.text("you.sign-in.do")) }
                (answer(words, "you.sign-in.done"))
            }
        }
    }
}

/// The list of tokens; each line is a copy of the template.
fn tokens(words: &Words) -> Markup {
    html! {
        section #tokens hidden {
            h2 { (words.text("you.tokens")) }
            ul.lines {}
            template {
                li.line {
                    span { (words.text("you.token.since")) " " time {} " " strong data-current { (words.text("you.token.current")) } }
                    button type="button" { (words.text("you.token.end")) }
                }
            }
            (answer(words, "you.token.ended"))
        }
    }
}

/// What the server keeps about the player: to download, and to delete.
fn data(words: &Words) -> Markup {
    html! {
        section #player-data data-player hidden {
            h2 { (words.text("you.data")) }
            p { button #download type="button" { (words.text("you.data.download")) } }
            details {
                summary { (words.text("you.data.delete")) }
                p { (words.text("you.data.delete.what")) }
                form.secret {
                    (passphrase_field(words, "current", "current-password", true))
                    button { (words.text("you.data.delete.do")) }
                }
            }
            (answer(words, "you.data.deleted"))
        }
    }
}

fn name_field(words: &Words) -> Markup {
    html! {
        label {
            span { (words.text("you.name.field")) }
            input name="name" type="text" autocomplete="username" minlength=(PlayerName::MIN_LENGTH)
                maxlength=(PlayerName::MAX_LENGTH) required autocapitalize="none" spellcheck="false";
        }
    }
}

fn passphrase_field(words: &Words, name: &str, autofill: &str, hidden: bool) -> Markup {
    html! {
        label hidden[hidden] {
            span { (words.text(&format!("you.{name}.field"))) }
            input name=(name) type="password" autocomplete=(autofill) minlength=(Passphrase::MIN_LENGTH)
                maxlength=(Passphrase::MAX_LENGTH) required disabled[hidden] autocapitalize="none" spellcheck="false";
        }
    }
}

/// The element for the answer to a form.
fn answer(words: &Words, done: &str) -> Markup {
    html! {
        p.answer role="status" data-done=(words.text(done)) data-unreachable=(words.text("home.unreachable")) {}
    }
}
