//! The parts that all pages share.

use maud::{DOCTYPE, Markup, html};

use crate::board::{DEFINITIONS_ID, shared_definitions};
use crate::words::Words;

/// A page of the site.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of its module in `web/`, without `.js`; also `data-page` of the body.
    pub(crate) name: &'static str,
    /// The title, without the name of the site.
    pub(crate) title: String,
    /// Elements to add to the head.
    pub(crate) head: Markup,
    /// The content.
    pub(crate) main: Markup,
}

impl Page {
    /// The whole document.
    pub fn html(&self) -> String {
        let words = Words::english();
        let document = html! {
            (DOCTYPE)
            html lang=(words.language) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · " (words.text("site.name")) }
                    link rel="stylesheet" href="/static/style.css";
                    link rel="stylesheet" href="/static/board.css";
                    link rel="icon" href="/static/icon.svg" type="image/svg+xml";
                    (self.head)
                }
                body data-page=(self.name) {
                    a.skip href="#main" { (words.text("site.skip")) }
                    header.site {
                        a.home href="/" { (words.text("site.name")) }
                        (navigation(words))
                    }
                    main #main { (self.main) }
                    (shared_definitions())
                    script type="module" src={ "/static/" (self.name) ".js" } {}
                    script type="module" src="/static/visitor-news.js" {}
                }
            }
        };
        document.into_string()
    }
}

fn navigation(words: &Words) -> Markup {
    html! {
        nav aria-label=(words.text("nav.label")) {
            a href="/games" { (words.text("nav.games")) }
            a href="/tournaments" { (words.text("nav.tournaments")) }
            a href="/learn" { (words.text("nav.learn")) }
            a href="/puzzles" { (words.text("nav.puzzles")) }
            a href="/rules" { (words.text("nav.rules")) }
            a href="/analysis" { (words.text("nav.analysis")) }
            a href="/stats" { (words.text("nav.stats")) }
            a href="/api" { (words.text("nav.api")) }
            a href="/you" { (words.text("nav.you")) }
        }
    }
}

/// The head of a page with one large board. Drawn in parts, such a page would jump: it is drawn when all of it is
/// there.
pub(crate) fn board_head() -> Markup {
    html! {
        link rel="stylesheet" href="/static/game.css";
        link rel="stylesheet" href="/static/sowing.css";
        link rel="expect" href={ "#" (DEFINITIONS_ID) } blocking="render";
    }
}

/// The head of a page with lists of games.
pub(crate) fn list_head() -> Markup {
    html! { link rel="stylesheet" href="/static/lobby.css"; }
}
