//! The turns of a game in notation, and the links that step through its actions.

use ikibuguzo_engine::{Action, Seat};
use maud::{Markup, html};

use super::scene::GamePage;
use crate::words::Words;

/// The actions of a seat until the other seat acts.
struct Turn {
    /// The number of actions played when the turn was over.
    ply: usize,
    seat: Seat,
    /// Its actions in notation.
    text: String,
}

/// The section with the list of turns.
pub(super) fn section(game: &GamePage) -> Markup {
    html! {
        section #turns aria-labelledby="turns-title" hidden[game.acts.is_empty()] {
            h2 #turns-title { (Words::english().text("game.turns")) }
            ol { @for turn in turns(&game.acts) { (item(game, &turn)) } }
        }
    }
}

/// The seats alternate, so a turn ends where the seat changes.
fn turns(acts: &[(Seat, Action)]) -> Vec<Turn> {
    let mut ply = 0;
    let turn = |acts: &[(Seat, Action)]| {
        ply += acts.len();
        let actions: Vec<_> = acts.iter().map(|(_, action)| action.to_string()).collect();
        Turn { ply, seat: acts[0].0, text: actions.join(".") }
    };
    acts.chunk_by(|one, next| one.0 == next.0).map(turn).collect()
}

fn item(game: &GamePage, turn: &Turn) -> Markup {
    let is_shown = (game.ply == turn.ply).then_some("true");
    html! {
        li data-seat=(turn.seat) {
            a href={ "?ply=" (turn.ply) } data-ply=(turn.ply) aria-current=[is_shown] { (turn.text) }
        }
    }
}

/// The links to the first, the previous, the next and the last ply.
pub(super) fn steps(game: &GamePage) -> Markup {
    let ply = game.ply;
    let last = game.acts.len();
    let previous = (ply > 0).then_some(ply.saturating_sub(1));
    let next = (ply < last).then_some(ply + 1);
    html! {
        nav #steps aria-label=(Words::english().text("game.steps")) {
            (step("first", previous.map(|_| 0)))
            (step("previous", previous))
            (step("next", next))
            (step("last", next.map(|_| last)))
        }
    }
}

/// A link to a ply, disabled if there is no such ply.
fn step(name: &str, ply: Option<usize>) -> Markup {
    let href = ply.map(|ply| format!("?ply={ply}"));
    let disabled = href.is_none().then_some("true");
    html! {
        a.step data-step=(name) href=[href] aria-disabled=[disabled] role=[disabled.map(|_| "link")] {
            (Words::english().text(&format!("game.step.{name}")))
        }
    }
}
