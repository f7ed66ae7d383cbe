//! A game as text, for people and other programs: the engine's record (docs/NOTATION.md) with what the log knows.

use ikibuguzo_engine::{Action, Record, RecordResult, Seat, Turn};
use ikibuguzo_protocol::{GameId, PlayerName};

use crate::fact::{Entry, Fact};
use crate::projection::shown_control;
use crate::room::{CorruptLog, Room};

/// The record of a game as far as it has been played. It holds nothing that anybody may not know.
///
/// # Errors
///
/// Where the log is not one that a room wrote.
pub fn record(id: GameId, log: &[Entry]) -> Result<Record, CorruptLog> {
    Ok(record_of(id, &Room::replay(log)?, log))
}

/// The record of a game whose log has been folded already: `room` is the room at the end of `log`.
pub fn record_of(id: GameId, room: &Room, log: &[Entry]) -> Record {
    let result =
        match room.outcome().filter(|outcome| outcome.reason.is_a_result()).map(|outcome| outcome.winner) {
            None => RecordResult::Open,
            Some(None) => RecordResult::Draw,
            Some(Some(winner)) => RecordResult::Won(*winner),
        };
    let mut record = Record { tags: Vec::new(), turns: turns(room.acts()), result };
    tag(&mut record, id, room);
    for (name, value) in from_record(log) {
        record.add_tag(name, value);
    }
    record
}

fn tag(record: &mut Record, id: GameId, room: &Room) {
    let player =
        |seat: Seat| room.seats()[seat].as_ref().map_or("?", |player| PlayerName::as_str(&player.name));
    record.add_tag("Game", id);
    record.add_tag("Rules", room.terms().rules);
    record.add_tag("RulesVersion", room.terms().rules_version);
    if let Some(clock) = shown_control(room.terms().clock) {
        record.add_tag("Clock", clock);
    }
    record.add_tag("CreatedAt", room.created_at());
    record.add_tag("South", player(Seat::South));
    record.add_tag("North", player(Seat::North));
    if let Some(arrays) = room.arrays() {
        record.add_tag("Arrays", format!("{} {}", arrays.south, arrays.north));
    }
    record.add_tag("Reason", room.outcome().map_or("unfinished", |outcome| outcome.reason.as_str()));
}

/// What else the tags tell of a game that was read from a record.
fn from_record(log: &[Entry]) -> &[(String, String)] {
    match log.first().map(|entry| &entry.fact) {
        Some(Fact::Created { from_record: Some(tags), .. }) => tags,
        _ => &[],
    }
}

/// The actions of each turn. The seats alternate, so a turn ends where the seat changes.
fn turns(acts: &[(Seat, Action)]) -> Vec<Turn> {
    let same_seat = |one: &(Seat, Action), next: &(Seat, Action)| one.0 == next.0;
    let turn = |acts: &[(Seat, Action)]| acts.iter().map(|(_, action)| *action).collect();
    acts.chunk_by(same_seat).map(|acts| Turn { actions: turn(acts), comment: None }).collect()
}
