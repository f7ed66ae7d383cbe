//! Offers, their answers, and what else a player can do apart from playing.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Offer, State};
use maud::{Markup, html};

use super::FormsGame;
use super::hidden::field;
use crate::game::summary;
use crate::words::Words;

/// Turns from which on a claim wins the game; before, it ends the game without a result.
const MIN_TURNS_TO_WIN: u32 = 2;

/// The offers of the opponent that are open, with the word for each in texts and in the names of commands.
pub(super) fn to_visitor(game: &FormsGame) -> Vec<(&'static str, Offer)> {
    let Some(own) = game.role.seat() else { return Vec::new() };
    let is_to_visitor = |offer: &Offer| *offer.seat != own;
    let open = open_offers(game).into_iter();
    open.filter_map(|(name, offer)| Some((name, offer.filter(is_to_visitor)?))).collect()
}

fn open_offers(game: &FormsGame) -> Vec<(&'static str, Option<Offer>)> {
    let view = &game.page.view;
    match view.state {
        State::Finished => vec![("rematch", view.rematch.offer.filter(|_| view.rematch.game.is_none()))],
        _ => vec![
            ("draw", view.draw_offer),
            ("takeback", view.takeback_offer),
            ("previews", view.previews_offer),
        ],
    }
}

/// What the opponent offers, each with its two answers.
pub(super) fn questions(words: &Words, game: &FormsGame) -> Markup {
    html! {
        @for (name, offer) in to_visitor(game) {
            form.card method="post" action=(game.path()) {
                (field("type", &format!("answer_{name}")))
                (field("offer", &offer.offer.to_string()))
                (game.secrets.command(name))
                p {
                    (words.fill(&format!("game.{name}.offered"), &[("seat", summary::seat(words, *offer.seat))]))
                }
                p.row {
                    button.primary name="accept" value="true" { (words.text(&format!("game.{name}.accept"))) }
                    button name="accept" value="false" { (words.text(&format!("game.{name}.decline"))) }
                }
            }
        }
    }
}

/// The buttons to end a game that the opponent has left.
pub(super) fn claim(words: &Words, game: &FormsGame) -> Markup {
    let turns = game.page.view.position.as_ref().map_or(0, |position| position.turns);
    let claim = if turns < MIN_TURNS_TO_WIN { "abort" } else { "win" };
    html! {
        @if game.can_claim {
            form method="post" action=(game.path()) {
                (field("type", "claim"))
                (game.secrets.command("claim"))
                p { (words.text("forms.claim")) }
                button name="claim" value=(claim) { (words.text(&format!("game.claim.{claim}"))) }
            }
        }
    }
}

/// What the visitor can offer, and the button to resign.
pub(super) fn own(words: &Words, game: &FormsGame) -> Markup {
    let Some(seat) = game.role.seat() else { return html! {} };
    html! {
        @match game.page.view.state {
            State::Open => {}
            State::Finished => (rematch(words, game, seat)),
            State::Arranging | State::Playing => (during_game(words, game, seat)),
        }
    }
}

fn rematch(words: &Words, game: &FormsGame, seat: Seat) -> Markup {
    let rematch = game.page.view.rematch;
    html! {
        @if let Some(next) = rematch.game {
            p.row { a.button.primary href=(super::path_of(next)) { (words.text("game.rematch.go")) } }
        } @else if rematch.offer.is_some_and(|offer| *offer.seat == seat) {
            p { (words.text("game.rematch.waiting")) }
        } @else if rematch.offer.is_none() && game.can_play_again() {
            form method="post" action=(game.path()) {
                (game.secrets.command("own"))
                button name="type" value="offer_rematch" { (words.text("game.rematch.offer")) }
            }
        }
    }
}

fn during_game(words: &Words, game: &FormsGame, seat: Seat) -> Markup {
    let view = &game.page.view;
    let is_playing = view.state == State::Playing;
    let is_own = |offer: Option<Offer>| offer.is_some_and(|offer| *offer.seat == seat);
    let has_offered = is_own(view.draw_offer) || is_own(view.takeback_offer);
    let has_acted = game.page.acts.iter().any(|(acted, _)| *acted == seat);
    let can_offer = is_playing && !has_offered;
    html! {
        @for (name, offer) in open_offers(game) {
            @if is_own(offer) { p { (words.text(&format!("game.{name}.waiting"))) } }
        }
        form method="post" action=(game.path()) {
            (game.secrets.command("own"))
            p.row {
                @if is_playing && *view.may_berserk.get(seat) { (button(words, "berserk", "game.berserk")) }
                @if can_offer && view.draw_offer.is_none() { (button(words, "offer_draw", "game.draw.offer")) }
                @if can_offer && has_acted && view.takeback_offer.is_none() {
                    (button(words, "offer_takeback", "game.takeback.offer"))
                }
            }
            details {
                summary { (words.text("game.resign")) }
                (button(words, "resign", "game.resign.yes"))
            }
        }
    }
}

/// The button of a command that has no fields of its own.
fn button(words: &Words, command: &str, label: &str) -> Markup {
    html! { button name="type" value=(command) { (words.text(label)) } }
}
