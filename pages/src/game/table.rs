//! The board with its players, and whatever has to be said of it.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{PositionView, State};
use maud::{Markup, html};

use super::super::{board, encoding};
use super::{Scene, arrays, told, turns};
use crate::time;

pub(super) fn show(scene: &Scene) -> Markup {
    let empty = empty(scene);
    let position = scene.position.as_ref().unwrap_or(&empty);
    html! {
        section.play aria-label=(scene.words.say("game.table")) {
            p #state { (told::state(scene)) }
            @if scene.view.state == State::Open { (invitation(scene)) }
            @if let State::Open | State::Arranging = scene.view.state { (arrays::show(scene)) }
            (player(scene, Seat::North))
            div #board .board-box { (board::svg(*scene.view.rules, position, &label(scene))) }
            (player(scene, Seat::South))
            div #ask {}
            (turns::steps(scene))
            (counts(scene, position))
        }
    }
}

fn label(scene: &Scene) -> String {
    scene.words.fill("game.board", &[("title", &scene.title())])
}

/// How somebody sits down at a free seat.
fn invitation(scene: &Scene) -> Markup {
    let words = scene.words;
    let link = scene.address.link(&format!("/game/{}", scene.id));
    let server = scene.address.option();
    let in_a_terminal = words.fill("game.join-cli", &[("server", &server), ("game", scene.id.as_str())]);
    html! {
        section #invitation .card aria-label=(words.say("game.join")) {
            img.qr src={ "/game/" (scene.id) "/qr.svg" } width="160" height="160" alt=(words.say("game.qr"));
            div {
                p #invite { (words.say("game.invite")) }
                p { a #link href=(link) { (link) } }
                div #sit {}
                p.faint { (in_a_terminal) }
            }
        }
    }
}

fn player(scene: &Scene, seat: Seat) -> Markup {
    let to_move = scene.position.as_ref().and_then(|position| position.to_move) == Some(seat.into());
    let name = scene.name(seat);
    html! {
        div.player.moves[to_move] data-seat=(seat) {
            span.seat { (told::seat(scene.words, seat)) }
            @match name {
                Some(name) => a.name href={ "/players/" (encoding::encoded(name)) } { (name) },
                None => span.name { (scene.words.say("game.free-seat")) },
            }
            span.there {}
            @if scene.view.rules.has_stores() { span.kept { (kept(scene, seat).unwrap_or_default()) } }
            @if let Some(clock) = clock(scene, seat) { span.clock role="timer" { (clock) } }
        }
    }
}

/// What a seat's store holds.
fn kept(scene: &Scene, seat: Seat) -> Option<String> {
    let stores = scene.position.as_ref()?.stores?;
    Some(told::store(scene.words, *stores.get(seat)))
}

/// What a seat has left now.
fn clock(scene: &Scene, seat: Seat) -> Option<String> {
    let clocks = scene.view.clocks?;
    let balance = *clocks.balance.get(seat);
    let left = match clocks.runs_out_at {
        Some(end) if clocks.running == Some(seat.into()) => balance.min(end.saturating_sub(time::now())),
        _ => balance,
    };
    Some(told::time(scene.words, left))
}

/// The counts as text, for whoever cannot see the board.
fn counts(scene: &Scene, position: &PositionView) -> Markup {
    let words = scene.words;
    html! {
        details #counts {
            summary { (words.say("game.counts")) }
            dl {
                @for seat in [Seat::North, Seat::South] {
                    dt { (told::seat(words, seat)) }
                    dd data-counts=(seat) { (told::counts(words, seat, position)) }
                }
            }
        }
    }
}

/// What stands on the board before there is a position.
fn empty(scene: &Scene) -> PositionView {
    arrays::position(*scene.view.rules, &[])
}
