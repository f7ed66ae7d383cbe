//! Games without a server: the form that begins one, and the list of those that the browser keeps. The document is the same
//! for everybody; `web/offline.js` makes it live.

use ikibuguzo_engine::Ruleset;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use crate::address::SiteAddress;
use crate::frame::Page;
use crate::home::create;
use crate::link_card;
use crate::words::Words;

/// The path of the page.
const PATH: &str = "/offline";

/// The page.
pub fn page(address: &SiteAddress) -> Page {
    let words = Words::english();
    let title = words.text("offline.title").to_owned();
    let head = html! { (link_card::of_page(address, PATH, &title, words.text("offline.what"))) };
    let main = html! {
        h1 { (title) }
        p.description { (words.text("offline.what")) }
        (form(words))
        section #kept-games aria-labelledby="kept-title" {
            h2 #kept-title { (words.text("offline.kept")) }
        }
        (more(words))
        (kept_pages_element())
    };
    Page { name: "offline", title, style: "lobby", head, main }
}

/// What else works without a network, and whether this browser keeps it.
fn more(words: &Words) -> Markup {
    html! {
        section #kept-page-list aria-labelledby="more-title" {
            h2 #more-title { (words.text("offline.more")) }
            ul {
                li { a href="/learn" { (words.text("offline.more.learn")) } }
                li { a href="/puzzles" { (words.text("offline.more.puzzles")) } }
                li { a href="/rules" { (words.text("offline.more.rules")) } }
                li { a href="/analysis" { (words.text("offline.more.analysis")) } }
                li { (words.text("offline.more.games")) }
            }
            p #kept-state role="status" {}
        }
    }
}

fn form(words: &Words) -> Markup {
    html! {
        form #local-game-form {
            fieldset.create disabled {
                legend { (words.text("offline.begin")) }
                div.games { @for rules in Ruleset::STANDARD { (create::tile(words, rules)) } }
                div.options {
                    @for rules in Ruleset::STANDARD { (create::variants(words, rules)) }
                    (create::starts(words))
                }
                div.buttons {
                    div.computer {
                        button.primary name="way" value="computer" { (words.text("offline.computer")) }
                        (create::level(words))
                    }
                    button name="way" value="two" { (words.text("offline.two")) }
                    p #levels { (words.text("home.level.what")) }
                }
            }
            p.problem role="alert" {}
            p.no-script { (words.text("offline.noscript")) }
        }
    }
}

/// The paths of the pages that a browser keeps, so that they open without a network. `web/service-worker/page-cache.js`
/// reads them.
#[derive(Serialize)]
struct KeptPages {
    /// Pages that are the same until the next version of the server.
    lasting: Vec<String>,
    /// Pages that change from day to day.
    daily: Vec<String>,
}

/// The element with the paths as JSON.
fn kept_pages_element() -> Markup {
    let json = serde_json::to_string(&kept_pages()).expect("paths are text");
    html! { script #kept-pages type="application/json" { (PreEscaped(json)) } }
}

fn kept_pages() -> KeptPages {
    let of_games = |folder: &'static str| {
        let games = Ruleset::STANDARD.into_iter().map(move |rules| format!("{folder}/{}", rules.name()));
        std::iter::once(folder.to_owned()).chain(games)
    };
    let games = Ruleset::ALL.iter().map(|rules| format!("/offline/{rules}"));
    let lasting = of_games("/learn")
        .chain(of_games("/rules"))
        .chain(["/analysis".to_owned(), PATH.to_owned()])
        .chain(games);
    KeptPages { lasting: lasting.collect(), daily: of_games("/puzzles").collect() }
}
