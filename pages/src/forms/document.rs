//! The document around the content of a page without scripts. It loads one style and nothing else.

use maud::{DOCTYPE, Markup, html};

use super::PATH;
use crate::frame::{PageFiles, head_start};
use crate::words::Words;

/// A page without scripts.
#[derive(Clone, Debug)]
pub struct FormsPage {
    /// The title, without the name of the site.
    pub(super) title: String,
    /// Elements to add to the head.
    pub(super) head: Markup,
    /// The content.
    pub(super) main: Markup,
}

impl FormsPage {
    /// The whole document, with the addresses of its files.
    pub fn html(&self, files: PageFiles) -> String {
        let words = Words::english();
        let document = html! {
            (DOCTYPE)
            html lang=(words.language) {
                head {
                    (head_start(files, &self.title, "forms"))
                    meta name="robots" content="noindex";
                    (self.head)
                }
                body.forms {
                    header.site {
                        a.home href=(PATH) { (words.text("site.name")) }
                        a href="/rules" { (words.text("nav.rules")) }
                    }
                    main #main { (self.main) }
                }
            }
        };
        document.into_string()
    }
}
