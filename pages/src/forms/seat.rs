//! The free seat of an open game: how to send the invitation on, and how to sit down.

use ikibuguzo_protocol::State;
use maud::{Markup, html};

use super::FormsGame;
use super::hidden::field;
use crate::words::Words;

/// The section; nothing once both seats are taken.
pub(super) fn section(words: &Words, game: &FormsGame) -> Markup {
    html! {
        @if game.page.view.state == State::Open {
            section.card aria-label=(words.text("game.join")) {
                @if game.role.seat().is_some() { (for_maker(words, game)) } @else { (for_others(words, game)) }
            }
        }
    }
}

/// The link to send on, and the button that withdraws the game.
fn for_maker(words: &Words, game: &FormsGame) -> Markup {
    let link = game.page.address.link(&format!("/game/{}", game.page.id));
    let text = match &game.page.view.invited {
        Some(invited) => words.fill("game.invited.yours", &[("invited", invited.as_str())]),
        None => words.text("forms.send-link").to_owned(),
    };
    html! {
        p { (text) }
        p { a href=(link) { (link) } }
        form method="post" action=(game.path()) {
            (field("type", "claim"))
            (game.secrets.command("withdraw"))
            button name="claim" value="abort" { (words.text("game.withdraw")) }
        }
    }
}

/// The button that takes the seat, unless it is kept for somebody else.
fn for_others(words: &Words, game: &FormsGame) -> Markup {
    let invited = game.page.view.invited.as_ref();
    let is_invited = invited.is_some() && invited == game.visitor.as_ref();
    html! {
        @if invited.is_none() || is_invited {
            form method="post" action=(game.path()) {
                (game.secrets.visitor())
                button.primary name="type" value="sit" { (words.text("game.sit")) }
            }
        } @else {
            p { (words.text("forms.kept")) }
        }
        @if is_invited {
            form method="post" action=(game.path()) {
                (game.secrets.command("decline"))
                button name="type" value="decline" { (words.text("game.decline")) }
            }
        }
    }
}
