//! A game as text, for people and other programs: tags, then numbered turns.

use std::fmt::Write;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameId, PlayerName};

use crate::fact::{Entry, Fact};
use crate::room::{CorruptLog, Room};

/// The record of a game as far as it has been played. Actions of one turn are joined by a dot.
///
/// # Errors
///
/// Where the log is not one that a room wrote.
pub fn record(id: GameId, log: &[Entry]) -> Result<String, CorruptLog> {
    let room = Room::replay(log)?;
    let mut text = tags(id, &room);
    text.push('\n');
    for (number, pair) in (1..).zip(turns(log).chunks(2)) {
        let _ = writeln!(text, "{number}. {}", pair.join(" "));
    }
    Ok(text)
}

fn tags(id: GameId, room: &Room) -> String {
    let player =
        |seat: Seat| room.seats()[seat].as_ref().map_or("?", |player| PlayerName::as_str(&player.name));
    let (result, reason) = room.outcome().map_or(("*".to_owned(), "unfinished"), |outcome| {
        (outcome.winner.map_or("draw".to_owned(), |seat| seat.to_string()), outcome.reason.as_str())
    });
    let mut text = String::new();
    let _ = writeln!(text, "[Game \"{id}\"]");
    let _ = writeln!(text, "[Rules \"{}\"]", room.terms().rules);
    let _ = writeln!(text, "[RulesVersion \"{}\"]", room.terms().rules_version);
    let _ = writeln!(text, "[CreatedAt \"{}\"]", room.created_at());
    let _ = writeln!(text, "[South \"{}\"]", player(Seat::South));
    let _ = writeln!(text, "[North \"{}\"]", player(Seat::North));
    if let Some(arrays) = room.arrays() {
        let _ = writeln!(text, "[Arrays \"{} {}\"]", arrays.south, arrays.north);
    }
    let _ = writeln!(text, "[Result \"{result}\"]");
    let _ = writeln!(text, "[Reason \"{reason}\"]");
    text
}

/// The actions of each turn, in notation. The seats alternate, so a turn ends where the seat changes.
fn turns(log: &[Entry]) -> Vec<String> {
    let mut turns: Vec<String> = Vec::new();
    let mut last = None;
    for entry in log {
        let Fact::Acted { seat, action } = &entry.fact else {
            continue;
        };
        match turns.last_mut().filter(|_| last == Some(**seat)) {
            Some(turn) => {
                let _ = write!(turn, ".{action}");
            }
            None => turns.push(action.to_string()),
        }
        last = Some(**seat);
    }
    turns
}
