//! A game in words: its options, its state, its counts and times.

use std::time::Duration;

use ikibuguzo_engine::{Hole, Seat};
use ikibuguzo_protocol::{Outcome, PositionView, State, TimeControl};

use super::scene::GamePage;
use crate::words::Words;

/// The name of a seat.
pub(crate) fn seat(words: &Words, seat: Seat) -> &str {
    words.text(match seat {
        Seat::South => "game.south",
        Seat::North => "game.north",
    })
}

/// Options and state of a game, for link cards and search engines.
pub(crate) fn description(game: &GamePage) -> String {
    format!("{} {}", options(game), newest_state(game))
}

/// The rules and the clock of a game.
pub(crate) fn options(game: &GamePage) -> String {
    let words = Words::english();
    let rules = words.text(&format!("game.rules.{}", game.view.rules)).to_owned();
    let clock = match game.view.clock.map_or(TimeControl::None, |clock| *clock) {
        TimeControl::None => words.text("game.clock.none").to_owned(),
        TimeControl::Fischer { initial, increment } => clock(words, "game.clock.fischer", initial, increment),
        TimeControl::Delay { initial, delay } => clock(words, "game.clock.delay", initial, delay),
        TimeControl::Days(days) => words.fill("game.clock.days", &[("days", &days.to_string())]),
    };
    let key = if game.view.rated { "game.terms.rated" } else { "game.terms" };
    words.fill(key, &[("rules", &rules), ("clock", &clock)])
}

fn clock(words: &Words, key: &str, initial: u32, more: u32) -> String {
    let initial = time(words, Duration::from_secs(initial.into()));
    words.fill(key, &[("initial", &initial), ("more", &more.to_string())])
}

/// The state of the position to show.
pub(crate) fn state(game: &GamePage) -> String {
    if game.is_newest() {
        return newest_state(game);
    }
    let ply = game.ply.to_string();
    let plies = game.acts.len().to_string();
    Words::english().fill("game.earlier", &[("ply", &ply), ("plies", &plies)])
}

/// The state of the game.
fn newest_state(game: &GamePage) -> String {
    let words = Words::english();
    match (&game.view.outcome, game.view.state, &game.view.position) {
        (Some(outcome), ..) => end(words, game, outcome),
        (None, State::Playing, Some(position)) => to_move(words, position),
        (None, State::Open, _) => words.text("game.open").to_owned(),
        (None, ..) => words.text("game.arranging").to_owned(),
    }
}

fn to_move(words: &Words, position: &PositionView) -> String {
    let player = position.to_move.map(|to_move| seat(words, *to_move)).unwrap_or_default();
    let Some(pending) = position.pending else { return words.fill("game.to-move", &[("seat", player)]) };
    let hand = pending.hand.to_string();
    let hole = pending.hole.to_string();
    words.fill("game.in-hand", &[("seat", player), ("count", &hand), ("hole", &hole)])
}

fn end(words: &Words, game: &GamePage, outcome: &Outcome) -> String {
    if let (Some(declined), Some(player)) = (game.view.declined, &game.view.invited) {
        return words.fill(&format!("game.declined.{}", declined.as_str()), &[("player", player.as_str())]);
    }
    let reason = words.text(&format!("game.end.{}", outcome.reason.as_str())).to_owned();
    let Some(winner) = outcome.winner else {
        let key = if outcome.reason.has_result() { "game.drawn" } else { "game.no-result" };
        return words.fill(key, &[("why", &reason)]);
    };
    let name = game.player(*winner).unwrap_or_default();
    words.fill("game.won", &[("seat", seat(words, *winner)), ("name", name), ("why", &reason)])
}

/// The counts of a seat: hole by hole, then the store.
pub(crate) fn counts(words: &Words, seat: Seat, position: &PositionView) -> String {
    let holes = (0..).zip(position.holes.get(seat));
    let mut counts: Vec<String> =
        holes.map(|(index, held)| format!("{} {held}", Hole::new(seat, index))).collect();
    if let Some(stores) = position.stores {
        counts.push(store(words, *stores.get(seat)));
    }
    counts.join(", ")
}

/// The count of a store, which may be concealed.
pub(crate) fn store(words: &Words, held: Option<u8>) -> String {
    let held = held.map_or_else(|| words.text("game.concealed").to_owned(), |held| held.to_string());
    words.fill("game.store-holds", &[("count", &held)])
}

/// A remaining time as a clock shows it: `0:09`, `4:32`, `1:00:00`, `2 d 3:00:00`.
pub(crate) fn time(words: &Words, left: Duration) -> String {
    let seconds = left.as_secs();
    let days = seconds / 86_400;
    let hours = seconds / 3_600 % 24;
    let minutes = seconds / 60 % 60;
    let seconds = seconds % 60;
    let of_day = format!("{hours}:{minutes:02}:{seconds:02}");
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => of_day,
        _ => words.fill("game.days", &[("days", &days.to_string()), ("time", &of_day)]),
    }
}
