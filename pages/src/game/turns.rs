//! The turns in notation, and the links that step through them.

use ikibuguzo_engine::{Action, Seat};
use maud::{Markup, html};

use super::Scene;

/// A turn: how many actions had been played when it was over, and what it is in notation.
struct Turn {
    ply: usize,
    seat: Seat,
    text: String,
}

pub(super) fn list(scene: &Scene) -> Markup {
    html! {
        section #turns aria-labelledby="turns-title" {
            h2 #turns-title { (scene.words.say("game.turns")) }
            ol { @for turn in turns(scene.room.acts()) { (item(scene, &turn)) } }
        }
    }
}

/// The actions of each turn. The seats alternate, so a turn ends where the seat changes.
fn turns(acts: &[(Seat, Action)]) -> Vec<Turn> {
    let mut ply = 0;
    let turn = |acts: &[(Seat, Action)]| {
        ply += acts.len();
        let actions: Vec<_> = acts.iter().map(|(_, action)| action.to_string()).collect();
        Turn { ply, seat: acts[0].0, text: actions.join(".") }
    };
    acts.chunk_by(|one, next| one.0 == next.0).map(turn).collect()
}

fn item(scene: &Scene, turn: &Turn) -> Markup {
    let now = (scene.ply == turn.ply).then_some("true");
    html! {
        li data-seat=(turn.seat) {
            a href={ "?ply=" (turn.ply) } data-ply=(turn.ply) aria-current=[now] { (turn.text) }
        }
    }
}

/// First, previous, next, last.
pub(super) fn steps(scene: &Scene) -> Markup {
    let (ply, played) = (scene.ply, scene.played());
    let back = (ply > 0).then_some(ply.saturating_sub(1));
    let on = (ply < played).then_some(ply + 1);
    html! {
        nav #steps aria-label=(scene.words.say("game.steps")) {
            (step(scene, "first", back.map(|_| 0)))
            (step(scene, "previous", back))
            (step(scene, "next", on))
            (step(scene, "last", on.map(|_| played)))
        }
    }
}

/// A link to a ply; a place without a link where there is none to go to.
fn step(scene: &Scene, name: &str, ply: Option<usize>) -> Markup {
    let href = ply.map(|ply| format!("?ply={ply}"));
    let disabled = href.is_none().then_some("true");
    html! {
        a.step data-step=(name) href=[href] aria-disabled=[disabled] role=[disabled.map(|_| "link")] {
            (scene.words.say(&format!("game.step.{name}")))
        }
    }
}
