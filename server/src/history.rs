//! A log, told again: the one way by which a late spectator, a reconnecting player and a reader of the history get
//! the events of a game.

use ikibuguzo_protocol::Event;

use crate::fact::Entry;
use crate::projection;
use crate::room::{CorruptLog, Room};

/// Every event after `since`, in order.
///
/// # Errors
///
/// Where the log is not one that a room wrote.
pub fn tell(log: &[Entry], since: u64) -> Result<Vec<Event>, CorruptLog> {
    let Some((first, rest)) = log.split_first() else {
        return Ok(Vec::new());
    };
    let mut room = Room::create(first)?;
    let mut events = vec![projection::event(first, &room, &[])];
    for entry in rest {
        let laps = room.apply(entry)?;
        if entry.seq > since {
            events.push(projection::event(entry, &room, &laps));
        }
    }
    events.retain(|event| event.seq > since);
    Ok(events)
}
