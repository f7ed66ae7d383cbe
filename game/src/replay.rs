//! A log, read again: the one way by which a late spectator, a reconnecting player and a reader of the history get the
//! events of a game. Each function folds the log once.

use ikibuguzo_protocol::{Bill, ClockSheet, Excuse, GameId, Text};

use crate::fact::{Entry, Fact};
use crate::projection::ProjectedEvent;
use crate::room::{CorruptLog, Effect, Room};

/// Every event after `since`, in order. In a finished game nothing is hidden from anybody. An empty log has no events.
///
/// # Errors
///
/// Where the log is not one that a room wrote.
pub fn tell(log: &[Entry], since: u64) -> Result<Vec<ProjectedEvent>, CorruptLog> {
    if log.is_empty() {
        return Ok(Vec::new());
    }
    room_and_events(log, since).map(|(_, events)| events)
}

/// The room at the end of a log, and every event after `since`, in order.
///
/// # Errors
///
/// Where the log is empty, or not one that a room wrote.
pub fn room_and_events(log: &[Entry], since: u64) -> Result<(Room, Vec<ProjectedEvent>), CorruptLog> {
    let is_over = log.iter().any(|entry| matches!(entry.fact, Fact::Ended(_)));
    let project = if is_over { ProjectedEvent::afterwards } else { ProjectedEvent::new };
    let mut events = Vec::new();
    let room = fold(log, |entry, room, effect| {
        if entry.seq > since {
            events.push(project(entry, room, effect));
        }
    })?;
    Ok((room, events))
}

/// The room at the end of a log, and what every action has cost, with the times for which no clock was charged.
///
/// # Errors
///
/// Where the log is empty, or not one that a room wrote.
pub fn room_and_clock_sheet(game: GameId, log: &[Entry]) -> Result<(Room, ClockSheet), CorruptLog> {
    let (mut bills, mut excused) = (Vec::new(), Vec::new());
    let room = fold(log, |entry, _, effect| match (&entry.fact, effect.receipt) {
        (Fact::Acted { seat, .. }, Some(receipt)) => {
            bills.push(Bill { seq: entry.seq, seat: *seat, receipt });
        }
        (Fact::Excused { from, until }, _) => {
            excused.push(Excuse { seq: entry.seq, from: *from, until: *until });
        }
        _ => {}
    })?;
    let clock = Text(room.terms().clock);
    let sheet = ClockSheet { game, clock, clocks: room.clocks(), bills, excused };
    Ok((room, sheet))
}

/// Folds a log. `visit` sees each entry, the room after it, and its effect.
fn fold(log: &[Entry], mut visit: impl FnMut(&Entry, &Room, &Effect)) -> Result<Room, CorruptLog> {
    // An empty log is refused by the room.
    let Some((first, rest)) = log.split_first() else { return Room::replay(log) };
    let mut room = Room::create(first)?;
    visit(first, &room, &Effect::default());
    for entry in rest {
        let effect = room.apply(entry)?;
        visit(entry, &room, &effect);
    }
    Ok(room)
}
