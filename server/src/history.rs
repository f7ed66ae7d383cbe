//! A log, told again: the one way by which a late spectator, a reconnecting player and a reader of the history get
//! the events of a game.

use crate::fact::{Entry, Fact};
use crate::projection::Told;
use crate::room::{CorruptLog, Room};

/// Every event after `since`, in order. Of a game that is over, everything is told to everybody.
///
/// # Errors
///
/// Where the log is not one that a room wrote.
pub fn tell(log: &[Entry], since: u64) -> Result<Vec<Told>, CorruptLog> {
    let Some((first, rest)) = log.split_first() else {
        return Ok(Vec::new());
    };
    let over = log.iter().any(|entry| matches!(entry.fact, Fact::Ended(_)));
    let told = if over { Told::afterwards } else { Told::new };
    let mut room = Room::create(first)?;
    let mut events = vec![told(first, &room, &[])];
    for entry in rest {
        let laps = room.apply(entry)?;
        if entry.seq > since {
            events.push(told(entry, &room, &laps));
        }
    }
    events.retain(|event| event.seq() > since);
    Ok(events)
}
