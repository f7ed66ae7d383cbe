//! Replaying a log. Late spectators, reconnecting players and readers of the history all get the events of a game this
//! way. Each function folds the log once.

use ikibuguzo_protocol::{ActionCharge, ClockReport, ExcusedDowntime, GameId, Text};

use crate::fact::{Entry, Fact};
use crate::projection::{OpenOffers, ProjectedEvent};
use crate::room::{CorruptLog, Effect, Room};

/// The events after `since`, in order. The events of a finished game hide nothing. An empty log has no events.
///
/// # Errors
///
/// If the log is corrupt.
pub fn events_since(log: &[Entry], since: u64) -> Result<Vec<ProjectedEvent>, CorruptLog> {
    if log.is_empty() {
        return Ok(Vec::new());
    }
    room_and_events(log, since).map(|(_, events)| events)
}

/// The room at the end of a log, and the events after `since`, in order.
///
/// # Errors
///
/// If the log is empty or corrupt.
pub fn room_and_events(log: &[Entry], since: u64) -> Result<(Room, Vec<ProjectedEvent>), CorruptLog> {
    let is_over = log.iter().any(|entry| matches!(entry.fact, Fact::Ended(_)));
    let project = if is_over { ProjectedEvent::after_game } else { ProjectedEvent::new };
    let mut events = Vec::new();
    let mut offers = OpenOffers::default();
    let room = fold(log, |entry, room, effect| {
        if entry.seq > since {
            events.push(project(entry, room, effect, &offers.closed_since(room)));
        }
        offers = OpenOffers::of(room);
    })?;
    Ok((room, events))
}

/// The room at the end of a log, and the time charged for each action, with the downtimes that were excused.
///
/// # Errors
///
/// If the log is empty or corrupt.
pub fn room_and_clock_report(game: GameId, log: &[Entry]) -> Result<(Room, ClockReport), CorruptLog> {
    let mut charges = Vec::new();
    let mut excused = Vec::new();
    let room = fold(log, |entry, _, effect| match (&entry.fact, effect.receipt) {
        (Fact::Acted { seat, .. }, Some(receipt)) => {
            charges.push(ActionCharge { seq: entry.seq, seat: *seat, receipt });
        }
        (Fact::Excused { from, until }, _) => {
            excused.push(ExcusedDowntime { seq: entry.seq, from: *from, until: *until });
        }
        _ => {}
    })?;
    let clock = Text(room.options().clock);
    let sheet = ClockReport { game, clock, clocks: room.clocks(), bills: charges, excused };
    Ok((room, sheet))
}

/// Folds a log. `visit` is called with each entry, the room after it, and its effect.
fn fold(log: &[Entry], mut visit: impl FnMut(&Entry, &Room, &Effect)) -> Result<Room, CorruptLog> {
    // `replay` returns the error for an empty log.
    let Some((first, rest)) = log.split_first() else { return Room::replay(log) };
    let mut room = Room::create(first)?;
    visit(first, &room, &Effect::default());
    for entry in rest {
        let effect = room.apply(entry)?;
        visit(entry, &room, &effect);
    }
    Ok(room)
}
