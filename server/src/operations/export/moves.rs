//! A game as its actions and their times.

use ikibuguzo_protocol::{ChatLine, Event, EventKind, GameMoves, Role, Timestamp, whole_millis};
use ikibuguzo_store::FinishedCursor;

use crate::query::finished_games::ExportGame;

/// The moves of a finished game, and with `with_talk` its chat.
pub(super) fn game_moves(game: &ExportGame, with_talk: bool) -> GameMoves {
    let events = || game.events.iter().map(|event| event.to(Role::Spectator));
    let (moves, times): (Vec<String>, Vec<u64>) = timed_moves(events()).into_iter().unzip();
    let is_from_record =
        events().any(|event| matches!(event.kind, EventKind::Created { from_record: Some(_), .. }));
    GameMoves {
        cursor: FinishedCursor::of(&game.summary).to_string(),
        summary: game.summary.clone(),
        rules_version: game.room.options().rules_version,
        moves: moves.join(" "),
        times: (!is_from_record).then_some(times),
        talk: with_talk.then(|| events().filter_map(chat_line).collect()),
    }
}

/// Each action that was not taken back, with the time since the one before.
fn timed_moves<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<(String, u64)> {
    let mut begun_at = Timestamp::ZERO;
    let mut acted = Vec::new();
    for event in events {
        match &event.kind {
            EventKind::Revealed { .. } | EventKind::Begun { .. } => begun_at = event.at,
            EventKind::Acted { action, .. } => acted.push((action.to_string(), event.at)),
            EventKind::TakenBack { position, .. } => {
                acted.truncate(usize::try_from(position.ply).unwrap_or(usize::MAX));
            }
            _ => {}
        }
    }
    let mut before = begun_at;
    let since = |(action, at): (String, Timestamp)| {
        let time = at.saturating_since(std::mem::replace(&mut before, at));
        (action, whole_millis(time))
    };
    acted.into_iter().map(since).collect()
}

fn chat_line(event: &Event) -> Option<ChatLine> {
    match &event.kind {
        EventKind::Said { seat, text } => Some(ChatLine { at: event.at, seat: *seat, text: text.clone() }),
        _ => None,
    }
}
