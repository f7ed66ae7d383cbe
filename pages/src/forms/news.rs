//! The newest events of a game in words, as `web/game/descriptions.js` writes them.

use ikibuguzo_engine::{Action, Array, Direction, Seat};
use ikibuguzo_protocol::{
    CaptureView, Event, EventKind, Lap, Pending, PositionView, Seats, Text, whole_millis,
};
use maud::{Markup, html};

use crate::game::{GamePage, summary};
use crate::words::Words;

/// Largest number of events in the list.
const MAX_EVENTS: usize = 8;

/// The list, the newest event first.
pub(super) fn section(words: &Words, game: &GamePage) -> Markup {
    let sentences = newest(words, game);
    html! {
        @if !sentences.is_empty() {
            section aria-labelledby="news-title" {
                h2 #news-title { (words.text("forms.news")) }
                ol.news reversed { @for text in &sentences { li { (text) } } }
            }
        }
    }
}

fn newest(words: &Words, game: &GamePage) -> Vec<String> {
    let mut sentences = Vec::new();
    for (index, event) in game.past.iter().enumerate().rev() {
        let before = || game.past[..index].iter().rev().find_map(|event| event.kind.position());
        sentences.extend(event_text(words, event, before()));
        if sentences.len() == MAX_EVENTS {
            break;
        }
    }
    sentences
}

/// An event; none if there is nothing to tell. `before` is the position before it.
fn event_text(words: &Words, event: &Event, before: Option<&PositionView>) -> Option<String> {
    let of_seat =
        |key: &str, seat: &Text<Seat>| Some(words.fill(key, &[("seat", summary::seat(words, **seat))]));
    match &event.kind {
        EventKind::Acted { seat, action, laps, position, .. } => {
            let pending = before.and_then(|position| position.pending);
            Some(turn(words, **seat, &action_parts(words, **action, laps, pending, position)))
        }
        EventKind::Seated { seat, player, .. } => {
            let values = [("seat", summary::seat(words, **seat)), ("player", player.as_str())];
            Some(words.fill("game.event.seated", &values))
        }
        EventKind::Revealed { arrays, .. } => Some(revealed(words, arrays)),
        EventKind::Said { seat, text } => {
            let values = [("seat", summary::seat(words, **seat)), ("text", text)];
            Some(words.fill("game.event.said", &values))
        }
        EventKind::Excused { from, until, .. } => {
            let seconds = whole_millis(*until - *from).div_ceil(1_000).to_string();
            Some(words.fill("game.event.excused", &[("seconds", &seconds)]))
        }
        EventKind::Arranged { seat, .. } => of_seat("game.event.arranged", seat),
        EventKind::Berserked { seat, .. } => of_seat("game.event.berserked", seat),
        EventKind::DrawOffered { seat } => of_seat("game.event.draw-offered", seat),
        EventKind::DrawDeclined { seat, .. } => of_seat("game.event.draw-declined", seat),
        EventKind::TakebackOffered { seat } => of_seat("game.event.takeback-offered", seat),
        EventKind::TakebackDeclined { seat, .. } => of_seat("game.event.takeback-declined", seat),
        EventKind::PreviewsOffered { seat } => of_seat("game.event.previews-offered", seat),
        EventKind::PreviewsDeclined { seat, .. } => of_seat("game.event.previews-declined", seat),
        EventKind::RematchOffered { seat } => of_seat("game.event.rematch-offered", seat),
        EventKind::RematchDeclined { seat, .. } => of_seat("game.event.rematch-declined", seat),
        EventKind::PreviewsAgreed { .. } => Some(words.text("game.event.previews-agreed").to_owned()),
        EventKind::TakenBack { .. } => Some(words.text("game.event.taken-back").to_owned()),
        EventKind::Begun { .. } => Some(words.text("game.event.begun").to_owned()),
        EventKind::Rematched { .. } => Some(words.text("game.event.rematched").to_owned()),
        EventKind::Created { .. }
        | EventKind::Invited { .. }
        | EventKind::Declined { .. }
        | EventKind::Ended { .. } => None,
    }
}

fn turn(words: &Words, seat: Seat, parts: &[String]) -> String {
    words.fill("game.event.turn", &[("seat", summary::seat(words, seat)), ("what", &parts.join(", "))])
}

fn revealed(words: &Words, arrays: &Seats<Text<Array>>) -> String {
    let [south, north] =
        [arrays.south, arrays.north].map(|array| words.text(&format!("game.array.{array}")).to_owned());
    words.fill("game.event.revealed", &[("south", &south), ("north", &north)])
}

/// What an action did: its first lap, the number of its laps, its captures, and how it ended.
fn action_parts(
    words: &Words,
    action: Action,
    laps: &[Lap],
    pending: Option<Pending>,
    after: &PositionView,
) -> Vec<String> {
    let mut parts = vec![first_lap(words, action, laps, pending)];
    if laps.len() > 1 {
        parts.push(words.count("game.event.laps", laps.len() as u64));
    }
    parts.extend(captures(words, laps));
    parts.extend(laps.iter().find_map(|lap| endless(words, lap)));
    parts.extend(match after.pending {
        Some(Pending { hole, hand }) => {
            Some(words.fill("game.event.pending", &[("hand", &hand.to_string()), ("hole", hole.as_str())]))
        }
        None => laps.iter().rev().find_map(|lap| end(words, lap)),
    });
    parts
}

fn first_lap(words: &Words, action: Action, laps: &[Lap], pending: Option<Pending>) -> String {
    let count = match laps.first() {
        Some(Lap::Sown { count, .. } | Lap::Entered { count, .. }) => *count,
        _ => 0,
    };
    let counters = words.count("game.counters", count.into());
    let counters = ("counters", counters.as_str());
    let (hole, direction) = match action {
        Action::Sow { hole, direction } => (hole, direction),
        Action::Enter => return words.fill("game.event.enters", &[counters]),
        Action::EnterOpponent => return words.fill("game.event.enters-on", &[counters]),
        Action::Pass => return words.text("game.event.passes").to_owned(),
    };
    let way = if direction == Direction::Clockwise { ".clockwise" } else { "" };
    let hole = ("hole", hole.as_str());
    match pending {
        None => words.fill(&format!("game.event.sows{way}"), &[hole, counters]),
        Some(pending) if pending.hole.as_str() == hole.1 => {
            words.fill(&format!("game.event.sows-on{way}"), &[hole, counters])
        }
        Some(pending) => {
            let hand = pending.hand.to_string();
            let values = [hole, counters, ("hand", &hand), ("left", pending.hole.as_str())];
            words.fill(&format!("game.event.leaves{way}"), &values)
        }
    }
}

fn captures(words: &Words, laps: &[Lap]) -> Option<String> {
    let captured: Vec<&CaptureView> = laps.iter().flat_map(Lap::captured).collect();
    let count: u32 = captured.iter().map(|(_, held)| u32::from(*held)).sum();
    let mut holes: Vec<&str> = Vec::new();
    for (hole, _) in &captured {
        if !holes.contains(&hole.as_str()) {
            holes.push(hole.as_str());
        }
    }
    let values = [("count", &*count.to_string()), ("holes", &*holes.join(", "))];
    (!captured.is_empty()).then(|| words.fill("game.event.captures", &values))
}

fn endless(words: &Words, lap: &Lap) -> Option<String> {
    let Lap::Endless { endless } = lap else { return None };
    Some(words.fill("game.event.endless", &[("hole", endless.as_str())]))
}

fn end(words: &Words, lap: &Lap) -> Option<String> {
    let (Lap::Sown { last, .. } | Lap::Entered { last, .. }) = lap else { return None };
    Some(words.fill("game.effect.ends", &[("hole", last.as_str())]))
}
