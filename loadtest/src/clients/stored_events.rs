//! The comparison of acknowledged moves with the stored games, which every node serves over HTTP.

use std::collections::HashMap;

use anyhow::{Context, Result};
use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{Event, EventKind, EventPage, GameId};

use crate::net::api::ApiClient;

/// The moves that were acknowledged, by their game: event number and action.
#[derive(Debug, Default)]
pub struct AcknowledgedMoves {
    games: HashMap<GameId, Vec<(u64, Action)>>,
}

impl AcknowledgedMoves {
    /// Adds a move.
    pub fn insert(&mut self, game: GameId, seq: u64, action: Action) {
        self.games.entry(game).or_default().push((seq, action));
    }

    /// The games with moves.
    pub fn games(&self) -> impl Iterator<Item = GameId> {
        self.games.keys().copied()
    }

    /// The number of moves of a game that are not among its stored events.
    pub fn count_lost(&self, game: GameId, stored: &[Event]) -> usize {
        let moves = self.games.get(&game).map(Vec::as_slice).unwrap_or_default();
        moves.iter().filter(|(seq, action)| !has_move(stored, *seq, *action)).count()
    }
}

/// Reads all events of a game.
///
/// # Errors
///
/// If the server does not answer, or does not know the game.
pub async fn read_events(api: &ApiClient, game: GameId) -> Result<EventPage> {
    let path = format!("/api/games/{game}/events");
    let text = api.get_text(&path).await?.with_context(|| format!("GET {path} was refused"))?;
    serde_json::from_str(&text).with_context(|| format!("GET {path}: {text}"))
}

/// Whether the event with this number is this move.
fn has_move(stored: &[Event], seq: u64, expected: Action) -> bool {
    let index = stored.binary_search_by_key(&seq, |event| event.seq);
    index.is_ok_and(
        |index| matches!(&stored[index].kind, EventKind::Acted { action, .. } if **action == expected),
    )
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{GameStart, Ruleset, Seat, Viewer};
    use ikibuguzo_protocol::Timestamp;
    use ikibuguzo_protocol::{PositionView, Text};

    use super::*;

    fn action(text: &str) -> Action {
        text.parse().expect("an action")
    }

    fn acted(seq: u64, text: &str) -> Event {
        let GameStart::Play(game) = Ruleset::Kubuguza.begin() else { panic!("nothing to arrange") };
        let kind = EventKind::Acted {
            seat: Text(Seat::South),
            ply: 1,
            action: Text(action(text)),
            laps: vec![],
            position: PositionView::of(&game, Viewer::Spectator),
            receipt: None,
            clocks: None,
        };
        Event { seq, at: Timestamp::from_millis(1), kind, closes: Vec::new() }
    }

    #[test]
    fn a_move_is_lost_if_its_event_is_missing_or_differs() {
        let game = GameId::from_random([1; GameId::LENGTH]);
        let mut moves = AcknowledgedMoves::default();
        for (seq, text) in [(4, "N"), (5, "n"), (6, "M")] {
            moves.insert(game, seq, action(text));
        }
        let lost = |events: &[Event]| moves.count_lost(game, events);
        assert_eq!(lost(&[acted(4, "N"), acted(5, "n"), acted(6, "M")]), 0);
        assert_eq!(lost(&[acted(4, "N"), acted(5, "m")]), 2);
        assert_eq!(moves.count_lost(GameId::from_random([2; GameId::LENGTH]), &[]), 0);
    }
}
