//! Positions and laps in words.

use ikibuguzo_engine::{Direction, Hole, Ruleset, Seat};
use ikibuguzo_protocol::{CaptureView, Lap, PositionView, Text};

use crate::words::Words;

/// A position for people who cannot see it: the counts of the holes that are not empty.
pub(super) fn describe_position(rules: Ruleset, position: &PositionView, words: &Words) -> String {
    let side = |seat| {
        let holes = (0..).zip(position.holes.get(seat)).filter(|(_, held)| **held > 0);
        let mut counts: Vec<String> =
            holes.map(|(index, held)| format!("{} {held}", Hole::new(seat, index))).collect();
        if let Some(held) = position.stores.and_then(|stores| *stores.get(seat)) {
            counts.push(words.fill("rules.store", &[("count", &held.to_string())]));
        }
        if counts.is_empty() { words.text("rules.nothing").to_owned() } else { counts.join(", ") }
    };
    let values = [("game", rules.name()), ("south", &side(Seat::South)), ("north", &side(Seat::North))];
    words.fill("rules.board", &values)
}

/// What a lap did, and whether the next one continues it.
pub(super) fn describe_lap(lap: &Lap, next: Option<&Lap>, words: &Words) -> String {
    match lap {
        Lap::Sown { from, dir, count, last, captured } => {
            let key = if **dir == Direction::Clockwise { "rules.lap.clockwise" } else { "rules.lap.sown" };
            let values = [
                ("count", &*counters(*count, words)),
                ("from", &from.to_string()),
                ("last", &last.to_string()),
            ];
            words.fill(key, &values) + &after_lap(captured, *last, next, words)
        }
        Lap::Entered { count, last, captured, .. } => {
            let values = [("count", &*counters(*count, words)), ("last", &last.to_string())];
            words.fill("rules.lap.entered", &values) + &after_lap(captured, *last, next, words)
        }
        Lap::Passed { .. } => words.text("rules.lap.passed").to_owned(),
        Lap::Endless { endless } => words.fill("rules.lap.endless", &[("hole", &endless.to_string())]),
    }
}

fn after_lap(captured: &[CaptureView], last: Text<Hole>, next: Option<&Lap>, words: &Words) -> String {
    let is_relay = matches!(next, Some(Lap::Sown { from, .. }) if *from == last);
    if !captured.is_empty() {
        let from = captured.iter().map(|(hole, held)| {
            words.fill("rules.lap.from", &[("count", &held.to_string()), ("hole", &hole.to_string())])
        });
        let key = if next.is_some() { "rules.lap.captures-on" } else { "rules.lap.captures" };
        return words.fill(key, &[("what", &from.collect::<Vec<_>>().join(", "))]);
    }
    words.text(if is_relay { "rules.lap.relay" } else { "rules.lap.over" }).to_owned()
}

fn counters(count: u8, words: &Words) -> String {
    let key = if count == 1 { "rules.counter" } else { "rules.counters" };
    words.fill(key, &[("count", &count.to_string())])
}

/// `A`, `A and B`, `A, B or C`.
pub(super) fn list(things: &[String], last: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}
