//! Why what the visitor has sent was refused.

use ikibuguzo_protocol::{ErrorCode, Problem};
use maud::{Markup, html};

use crate::words::Words;

/// The notice; nothing if nothing was refused.
pub(super) fn notice(words: &Words, refused: Option<ErrorCode>) -> Markup {
    html! {
        @if let Some(code) = refused {
            p.refused role="alert" {
                (text(words, code)) " "
                a href=(Problem::type_of(code)) { (words.text("forms.refused.more")) }
            }
        }
    }
}

fn text(words: &Words, code: ErrorCode) -> String {
    let own = ["forms", "game"].map(|prefix| format!("{prefix}.refused.{code}"));
    let known = own.iter().find_map(|key| words.find(key));
    let why = code.as_str().replace('_', " ");
    known.map_or_else(|| words.fill("game.refused", &[("why", &why)]), str::to_owned)
}
