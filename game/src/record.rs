//! A game as text: the engine's record (docs/NOTATION.md) with tags from the log.

use ikibuguzo_engine::{Action, Record, RecordResult, Seat, Turn};
use ikibuguzo_protocol::{GameId, PlayerName};

use crate::fact::{Entry, Fact};
use crate::projection::time_control_view;
use crate::proof::{HASH_TAG, final_hash};
use crate::room::{CorruptLog, Room};

/// The record of a game up to its newest entry. It contains no secrets.
///
/// # Errors
///
/// If the log is empty or corrupt.
pub fn record(id: GameId, log: &[Entry]) -> Result<Record, CorruptLog> {
    Ok(record_of(id, &Room::replay(log)?, log))
}

/// The record of a game whose log has been replayed: `room` is the room at the end of `log`.
pub fn record_of(id: GameId, room: &Room, log: &[Entry]) -> Record {
    let result =
        match room.outcome().filter(|outcome| outcome.reason.has_result()).map(|outcome| outcome.winner) {
            None => RecordResult::Open,
            Some(None) => RecordResult::Draw,
            Some(Some(winner)) => RecordResult::Won(*winner),
        };
    let mut record = Record { tags: Vec::new(), turns: turns(room.actions()), result };
    add_tags(&mut record, id, room);
    if let Some(hash) = final_hash(id, log) {
        record.add_tag(HASH_TAG, hash);
    }
    for (name, value) in imported_tags(log) {
        record.add_tag(name, value);
    }
    record
}

fn add_tags(record: &mut Record, id: GameId, room: &Room) {
    let player =
        |seat: Seat| room.seats()[seat].as_ref().map_or("?", |player| PlayerName::as_str(&player.name));
    record.add_tag("Game", id);
    record.add_tag("Rules", room.options().rules);
    record.add_tag("RulesVersion", room.options().rules_version);
    if let Some(clock) = time_control_view(room.options().clock) {
        record.add_tag("Clock", clock);
    }
    if room.options().rated {
        record.add_tag("Rated", "yes");
    }
    if !room.options().public {
        record.add_tag("ByInvitation", "yes");
    }
    record.add_tag("CreatedAt", room.created_at());
    if let Some(at) = room.ended_at() {
        record.add_tag("EndedAt", at);
    }
    record.add_tag("South", player(Seat::South));
    record.add_tag("North", player(Seat::North));
    if let Some(arrays) = room.arrays() {
        record.add_tag("Arrays", format!("{} {}", arrays.south, arrays.north));
    }
    record.add_tag("Reason", room.outcome().map_or("unfinished", |outcome| outcome.reason.as_str()));
}

/// The tags that an imported game keeps from its record.
fn imported_tags(log: &[Entry]) -> &[(String, String)] {
    match log.first().map(|entry| &entry.fact) {
        Some(Fact::Created { from_record: Some(tags), .. }) => tags,
        _ => &[],
    }
}

/// The actions, grouped by turn. The seats alternate, so a turn ends where the seat changes.
fn turns(actions: &[(Seat, Action)]) -> Vec<Turn> {
    let turn = |actions: &[(Seat, Action)]| Turn {
        actions: actions.iter().map(|(_, action)| *action).collect(),
        comment: None,
    };
    actions.chunk_by(|one, next| one.0 == next.0).map(turn).collect()
}
