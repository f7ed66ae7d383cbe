//! Computes full events from compact ones, as their viewer may see them.

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{Event, Role};

use crate::logged_event::LoggedEvent;
use crate::projection::ProjectedEvent;
use crate::room::{CorruptLog, Room};

/// The compact events after `since` of a game that is being played, in full. `log` has all events of the game from the
/// first one on, its actions in either form.
///
/// # Errors
///
/// If an event cannot follow those before it, or the game has rules of another version.
pub fn expand(log: &[LoggedEvent], since: u64, viewer: Role) -> Result<Vec<Event>, CorruptLog> {
    let arrays = log.iter().find_map(LoggedEvent::arrays);
    let (first, rest) = log.split_first().ok_or_else(|| CorruptLog::new(0, "it is empty"))?;
    let mut room = create(first)?;
    let mut expanded = Vec::new();
    for event in rest {
        let to_move = room.to_move();
        let Some(entry) = event.entry(to_move, arrays)? else {
            room.pass_over(event.seq(), event.at())?;
            continue;
        };
        let effect = room.apply(&entry)?;
        if event.is_compact() && entry.seq > since {
            expanded.push(ProjectedEvent::new(&entry, &room, &effect, event.closes()).to(viewer).clone());
        }
    }
    Ok(expanded)
}

fn create(first: &LoggedEvent) -> Result<Room, CorruptLog> {
    let entry = first.entry(None, None)?;
    let room = Room::create(&entry.ok_or_else(|| CorruptLog::new(first.seq(), "it creates no game"))?)?;
    match room.options().rules_version {
        Ruleset::VERSION => Ok(room),
        _ => Err(CorruptLog::new(first.seq(), "the rules have another version")),
    }
}
