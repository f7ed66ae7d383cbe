//! The page of a game without a server. The document has no game: the browser has it, and `web/offline-game.js` shows it.

use ikibuguzo_engine::{GameStart, Ruleset, Viewer};
use ikibuguzo_protocol::{GameId, GameView, PositionView, Seats, State, Timestamp};
use maud::{Markup, html};

use super::scene::GamePage;
use super::{summary, table, turns};
use crate::address::SiteAddress;
use crate::frame::{Page, board_head};
use crate::labels;
use crate::learn::help_links;
use crate::words::Words;

/// The page for games with a ruleset.
pub fn page(rules: Ruleset, address: &SiteAddress) -> Page {
    let words = Words::english();
    let title = words.fill("offline.game.title", &[("game", &labels::rules(words, rules))]);
    Page {
        name: "offline-game",
        title,
        style: "game",
        head: board_head(),
        main: content(words, rules, address),
    }
}

fn content(words: &Words, rules: Ruleset, address: &SiteAddress) -> Markup {
    let game = game_to_begin(rules, address);
    html! {
        article #game data-rules=(rules) data-columns=(rules.columns()) data-state=(game.view.state.as_str())
            data-role="spectator" data-ply="0" {
            header.game-header {
                h1 { (words.text("offline.title")) }
                p.terms { (summary::options(&game)) }
            }
            p.no-script { (words.text("offline.noscript")) }
            div.split {
                (table::section(&game))
                div.side-panel {
                    (help_links(rules))
                    div #player-actions {}
                    (turns::section(&game))
                    (kept(words))
                    div #settings {}
                }
            }
            div #announcements .visually-hidden aria-live="polite" {}
        }
    }
}

/// What the browser keeps of the game.
fn kept(words: &Words) -> Markup {
    html! {
        section #kept-game aria-labelledby="kept-title" {
            h2 #kept-title { (words.text("offline.game.kept")) }
            p { a href="/offline" { (words.text("offline.game.all")) } }
        }
    }
}

/// A game at its beginning, before the browser has named its players.
fn game_to_begin(rules: Ruleset, address: &SiteAddress) -> GamePage {
    let (state, position) = match rules.begin() {
        GameStart::Play(game) => (State::Playing, Some(PositionView::of(&game, Viewer::Spectator))),
        GameStart::Arrange(_) => (State::Arranging, None),
    };
    GamePage {
        // No part of the document names it.
        id: GameId::from_random([0; GameId::LENGTH]),
        view: GameView { state, position: position.clone(), ..GameView::open(rules) },
        head: 0,
        acts: Vec::new(),
        ply: 0,
        position,
        past: Vec::new(),
        ratings: Seats::default(),
        has_analysis: false,
        address: address.clone(),
        now: Timestamp::ZERO,
    }
}
