//! The events of a game, which its page begins with: the browser asks only for those that come after them.

use maud::{Markup, PreEscaped, html};

use super::scene::GamePage;

/// The element with the events as JSON; nothing if there are none.
pub(super) fn section(game: &GamePage) -> Markup {
    html! {
        @if let Some(json) = json(game) { script #past-events type="application/json" { (PreEscaped(json)) } }
    }
}

/// The events as JSON in which nothing ends the element.
fn json(game: &GamePage) -> Option<String> {
    let json = serde_json::to_string(&game.past).ok().filter(|_| !game.past.is_empty())?;
    Some(json.replace('<', "\\u003c"))
}
