//! The summary of a game in an export, compared with what was played.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::projection::time_control_view;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{GameSummary, Text};
use ikibuguzo_store::FinishedCursor;
use serde_json::Value;

/// Compares the summary and the cursor of a line with the room at the end of its events. A field that the line leaves
/// out is not compared.
///
/// # Errors
///
/// The first field that differs.
pub(super) fn compare(stated: &GameSummary, cursor: &str, room: &Room) -> Result<(), String> {
    let played = played(stated, room);
    if *stated != played {
        return Err(difference(stated, &played));
    }
    compare_players(stated, room)?;
    match FinishedCursor::of(stated).to_string() {
        expected if expected == cursor => Ok(()),
        expected => Err(format!("the field cursor: it is {cursor}, and the game has {expected}")),
    }
}

/// Compares the players. A player may have changed the name after the game, so it may differ from that in the game; but
/// a name never passes to another player.
fn compare_players(stated: &GameSummary, room: &Room) -> Result<(), String> {
    let seated = |seat: Seat| room.seats()[seat].as_ref().map(|player| &player.name);
    let is_exchanged =
        |seat: Seat| stated.players.get(seat).as_ref().is_some_and(|name| seated(!seat) == Some(name));
    match Seat::ALL.into_iter().find(|seat| is_exchanged(*seat)) {
        Some(seat) => Err(format!("the field players: {seat} is the name of the other seat's player")),
        None => Ok(()),
    }
}

/// The summary of the game that was played.
fn played(stated: &GameSummary, room: &Room) -> GameSummary {
    GameSummary {
        rules: Text(room.options().rules),
        public: room.options().public,
        rated: room.options().rated,
        state: room.state(),
        clock: time_control_view(room.options().clock),
        outcome: room.outcome(),
        turns: stated.turns.map(|_| room.turns()),
        arrays: stated.arrays.and(room.arrays().map(|arrays| arrays.map(Text).into())),
        created_at: room.created_at(),
        ended_at: room.ended_at(),
        ..stated.clone()
    }
}

/// The first field in which two summaries differ.
fn difference(stated: &GameSummary, played: &GameSummary) -> String {
    let fields = |summary| match serde_json::to_value(summary) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (stated, played) = (fields(stated), fields(played));
    let names = played.keys().chain(stated.keys());
    let of = |name: &String| (stated.get(name).cloned(), played.get(name).cloned());
    let field = names.map(|name| (name, of(name))).find(|(_, (stated, played))| stated != played);
    let text = |value: Option<Value>| value.map_or("nothing".to_owned(), |value| value.to_string());
    match field {
        Some((name, (stated, played))) => {
            format!("the field {name}: it is {}, and the events give {}", text(stated), text(played))
        }
        None => "the summary is not that of the events".to_owned(),
    }
}
