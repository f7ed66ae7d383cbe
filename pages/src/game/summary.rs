//! What a game is and how it stands, in words.

use ikibuguzo_engine::{Hole, Seat};
use ikibuguzo_protocol::{Outcome, PositionView, State, TimeControl};

use super::super::words::Words;
use super::Scene;

/// A seat's name.
pub(super) fn seat(words: &Words, seat: Seat) -> &str {
    words.say(match seat {
        Seat::South => "game.south",
        Seat::North => "game.north",
    })
}

/// What is played and how it stands, for cards and search engines.
pub(super) fn summary(scene: &Scene) -> String {
    format!("{} {}", terms(scene), now(scene))
}

/// What is played, and how fast.
pub(super) fn terms(scene: &Scene) -> String {
    let words = scene.words;
    let rules = words.say(&format!("game.rules.{}", scene.view.rules)).to_owned();
    let clock = match scene.room.terms().clock {
        TimeControl::None => words.say("game.clock.none").to_owned(),
        TimeControl::Fischer { initial, increment } => timed(words, "game.clock.fischer", initial, increment),
        TimeControl::Delay { initial, delay } => timed(words, "game.clock.delay", initial, delay),
        TimeControl::Days(days) => words.fill("game.clock.days", &[("days", &days.to_string())]),
    };
    words.fill("game.terms", &[("rules", &rules), ("clock", &clock)])
}

fn timed(words: &Words, key: &str, initial: u32, more: u32) -> String {
    let initial = time(words, u64::from(initial) * 1_000);
    words.fill(key, &[("initial", &initial), ("more", &more.to_string())])
}

/// How the board that is shown stands.
pub(super) fn state(scene: &Scene) -> String {
    if scene.is_newest() {
        return now(scene);
    }
    let (ply, plies) = (scene.ply.to_string(), scene.played().to_string());
    scene.words.fill("game.earlier", &[("ply", &ply), ("plies", &plies)])
}

/// How the game stands.
fn now(scene: &Scene) -> String {
    let words = scene.words;
    match (&scene.view.outcome, scene.view.state, &scene.view.position) {
        (Some(outcome), ..) => end(scene, outcome),
        (None, State::Playing, Some(position)) => to_move(words, position),
        (None, State::Open, _) => words.say("game.open").to_owned(),
        (None, ..) => words.say("game.arranging").to_owned(),
    }
}

fn to_move(words: &Words, position: &PositionView) -> String {
    let who = position.to_move.map(|to_move| seat(words, *to_move)).unwrap_or_default();
    let Some(pending) = position.pending else { return words.fill("game.to-move", &[("seat", who)]) };
    let (hand, hole) = (pending.hand.to_string(), pending.hole.to_string());
    words.fill("game.in-hand", &[("seat", who), ("count", &hand), ("hole", &hole)])
}

/// How a game ended.
fn end(scene: &Scene, outcome: &Outcome) -> String {
    let words = scene.words;
    let why = words.say(&format!("game.end.{}", outcome.reason.as_str())).to_owned();
    let Some(winner) = outcome.winner else {
        let key = if outcome.reason.is_a_result() { "game.drawn" } else { "game.no-result" };
        return words.fill(key, &[("why", &why)]);
    };
    let name = scene.name(*winner).unwrap_or_default();
    words.fill("game.won", &[("seat", seat(words, *winner)), ("name", name), ("why", &why)])
}

/// What stands in the holes of a seat, and in its store, hole by hole.
pub(super) fn counts(words: &Words, seat: Seat, position: &PositionView) -> String {
    let holes = (0..).zip(position.holes.get(seat));
    let mut told: Vec<String> =
        holes.map(|(index, held)| format!("{} {held}", Hole::new(seat, index))).collect();
    if let Some(stores) = position.stores {
        told.push(store(words, *stores.get(seat)));
    }
    told.join(", ")
}

/// What a store holds, as far as one may know.
pub(super) fn store(words: &Words, held: Option<u8>) -> String {
    let held = held.map_or_else(|| words.say("game.concealed").to_owned(), |held| held.to_string());
    words.fill("game.store-holds", &[("count", &held)])
}

/// A time in milliseconds as a clock shows it: `0:09`, `4:32`, `1:00:00`, `2 d 3:00:00`.
pub(super) fn time(words: &Words, milliseconds: u64) -> String {
    let seconds = milliseconds / 1_000;
    let (days, hours, minutes, seconds) =
        (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    let of_day = format!("{hours}:{minutes:02}:{seconds:02}");
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => of_day,
        _ => words.fill("game.days", &[("days", &days.to_string()), ("time", &of_day)]),
    }
}
