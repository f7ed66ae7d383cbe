//! A log, told again: the one way by which a late spectator, a reconnecting player and a reader of the history get
//! the events of a game.

use ikibuguzo_protocol::{Bill, ClockSheet, Excuse, GameId, Text};

use crate::fact::{Entry, Fact};
use crate::projection::ProjectedEvent;
use crate::room::{CorruptLog, Effect, Room};

/// Every event after `since`, in order. Of a game that is over, everything is told to everybody.
///
/// # Errors
///
/// Where the log is not one that a room wrote.
pub fn tell(log: &[Entry], since: u64) -> Result<Vec<ProjectedEvent>, CorruptLog> {
    let Some((first, rest)) = log.split_first() else {
        return Ok(Vec::new());
    };
    let over = log.iter().any(|entry| matches!(entry.fact, Fact::Ended(_)));
    let told = if over { ProjectedEvent::afterwards } else { ProjectedEvent::new };
    let mut room = Room::create(first)?;
    let mut events = vec![told(first, &room, &Effect::default())];
    for entry in rest {
        let effect = room.apply(entry)?;
        if entry.seq > since {
            events.push(told(entry, &room, &effect));
        }
    }
    events.retain(|event| event.seq() > since);
    Ok(events)
}

/// What every action of a game has cost, and what nobody was charged for.
///
/// # Errors
///
/// Where the log is not one that a room wrote.
pub fn clock_sheet(game: GameId, log: &[Entry]) -> Result<ClockSheet, CorruptLog> {
    let mut room = Room::replay(&log[..1])?;
    let (mut bills, mut excused) = (Vec::new(), Vec::new());
    for entry in &log[1..] {
        let effect = room.apply(entry)?;
        match (&entry.fact, effect.receipt) {
            (Fact::Acted { seat, .. }, Some(receipt)) => {
                bills.push(Bill { seq: entry.seq, seat: *seat, receipt });
            }
            (Fact::Excused { from, until }, _) => {
                excused.push(Excuse { seq: entry.seq, from: *from, until: *until });
            }
            _ => {}
        }
    }
    Ok(ClockSheet { game, clock: Text(room.terms().clock), clocks: room.clocks(), bills, excused })
}
