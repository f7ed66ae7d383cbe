//! The page of one game: its players, its board after any of its actions, and its turns, all of it without a script.
//!
//! `web/game.js` makes it live.

pub(crate) mod arrays;
pub mod embed;
pub mod offline;
mod scene;
mod sharing;
pub(crate) mod summary;
pub(crate) mod table;
mod turns;

use maud::{Markup, PreEscaped, html};

use crate::forms;
use crate::frame::{Page, board_head};
use crate::learn::help_links;
use crate::link_card;
use crate::words::Words;
pub use scene::{GamePage, title};

/// The page of a game.
pub fn page(game: &GamePage) -> Page {
    Page { name: "game", title: game.title(), style: "game", head: head(game), main: content(game) }
}

fn head(game: &GamePage) -> Markup {
    html! {
        (board_head())
        (link_card::of_game(&game.address, game.id, &game.title(), &summary::description(game)))
        (embed::discovery_link(game))
    }
}

fn content(game: &GamePage) -> Markup {
    let words = Words::english();
    let seq = game.is_newest().then_some(game.head);
    html! {
        article #game data-game=(game.id) data-rules=(game.view.rules) data-columns=(game.view.rules.columns())
            data-state=(game.view.state.as_str()) data-role="spectator" data-seq=[seq] data-ply=(game.ply)
            data-replay[table::can_be_replayed(game)] {
            header.game-header {
                h1 { (game.title()) }
                p.terms { (summary::options(game)) }
            }
            p.no-script {
                (words.text("game.noscript")) " "
                a href=(forms::path_of(game.id)) { (words.text("game.noscript.play")) }
            }
            div.split {
                (table::section(game))
                div.side-panel {
                    (help_links(*game.view.rules))
                    div #player-actions {}
                    (turns::section(game))
                    section #book hidden {}
                    div #chat-panel {}
                    (sharing::section(game))
                    div #settings {}
                }
            }
            div #announcements .visually-hidden aria-live="polite" {}
            (past_events(game))
        }
    }
}

/// The element with the events as JSON, with which the page begins: the browser requests only those after them. Nothing
/// if there are none.
fn past_events(game: &GamePage) -> Markup {
    html! {
        @if let Some(json) = past_json(game) { script #past-events type="application/json" { (PreEscaped(json)) } }
    }
}

/// The events as JSON in which nothing ends the element.
fn past_json(game: &GamePage) -> Option<String> {
    let json = serde_json::to_string(&game.past).ok().filter(|_| !game.past.is_empty())?;
    Some(json.replace('<', "\\u003c"))
}
