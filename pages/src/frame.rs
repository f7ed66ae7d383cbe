//! The parts that all pages share.

use maud::{DOCTYPE, Markup, html};

use crate::board::{DEFINITIONS_ID, shared_definitions};
use crate::manifest::{Icon, MANIFEST_PATH, THEME_COLOR};
use crate::words::Words;

/// The script that opens the socket of a page while the page's own script is on its way.
pub(crate) const EARLY_SOCKET: &str = "early-socket";

/// Pages whose scripts always use a socket.
const PAGES_WITH_SOCKET: [&str; 1] = ["game"];

/// The files that pages load.
#[derive(Clone, Copy, Debug)]
pub struct PageFiles {
    /// The address of a file, by its name without a hash.
    pub address_of: fn(&str) -> String,
    /// The version of all files: a browser keeps only documents and files of one version together.
    pub version: &'static str,
}

/// A page of the site.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of its module in `web/`, without `.js`; the script of the page is made from it, and its texts.
    pub(crate) name: &'static str,
    /// The title, without the name of the site.
    pub(crate) title: String,
    /// The name of its style, without `.css`: `bundler/src/pages.rs` says what it is made of.
    pub(crate) style: &'static str,
    /// Elements to add to the head.
    pub(crate) head: Markup,
    /// The content.
    pub(crate) main: Markup,
}

impl Page {
    /// The whole document, with the addresses of its files.
    pub fn html(&self, files: PageFiles) -> String {
        let words = Words::english();
        let document = html! {
            (DOCTYPE)
            html lang=(words.language) data-version=(files.version) {
                head {
                    (head_start(files, &self.title, self.style))
                    @if PAGES_WITH_SOCKET.contains(&self.name) { (scripts(files, &[EARLY_SOCKET])) }
                    (scripts(files, &[&format!("{}.{}", self.name, words.language), self.name]))
                    (icons(files))
                    (self.head)
                }
                body {
                    a.skip href="#main" { (words.text("site.skip")) }
                    header.site {
                        a.home href="/" { (words.text("site.name")) }
                        (navigation(words))
                    }
                    main #main { (self.main) }
                    (shared_definitions())
                }
            }
        };
        document.into_string()
    }
}

/// What the head of every document begins with: its title without the name of the site, and its style.
pub(crate) fn head_start(files: PageFiles, title: &str, style_name: &str) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="light dark";
        title { (title) " · " (Words::english().text("site.name")) }
        (style(files, style_name))
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
        link rel="expect" href={ "#" (DEFINITIONS_ID) } blocking="render";
    }
}

/// The icon of the site, and what a browser reads to install it.
fn icons(files: PageFiles) -> Markup {
    html! {
        link rel="icon" href=((files.address_of)("icon.svg")) type="image/svg+xml";
        link rel="apple-touch-icon" href=(Icon::APPLE.path());
        link rel="manifest" href=(MANIFEST_PATH);
        meta name="theme-color" content=(THEME_COLOR);
    }
}

/// The link to a style.
fn style(files: PageFiles, name: &str) -> Markup {
    html! { link rel="stylesheet" href=((files.address_of)(&format!("{name}.css"))); }
}

/// Scripts, which run in this order when the document is there.
pub(crate) fn scripts(files: PageFiles, names: &[&str]) -> Markup {
    html! {
        @for name in names { script type="module" src=((files.address_of)(&format!("{name}.js"))) {} }
    }
}
