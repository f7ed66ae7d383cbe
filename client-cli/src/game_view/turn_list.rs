//! The turns of a game, in notation and in sentences.

use ikibuguzo_engine::{Action, Ruleset, Seat};
use ikibuguzo_protocol::{ClockView, Event, EventKind, GameId, Lap, PositionView};

use super::event_text::event_text;
use super::local_game::LocalGame;
use super::sowing::Sowing;

/// The turns of a game, after all its events, which play turns and take them back.
#[derive(Clone, Debug, Default)]
pub struct TurnList {
    start: Option<PositionView>,
    start_clocks: Option<ClockView>,
    turns: Vec<PlayedTurn>,
}

/// A turn; it may be unfinished.
#[derive(Clone, Debug)]
pub struct PlayedTurn {
    /// The seat that played it.
    pub seat: Seat,
    /// Whether the seat had no choice.
    pub is_forced: bool,
    /// What it did.
    pub actions: Vec<TurnAction>,
    /// The position after it.
    pub position: PositionView,
    /// The clocks after it, in a game with clocks.
    pub clocks: Option<ClockView>,
}

/// An action of a turn.
#[derive(Clone, Debug)]
pub struct TurnAction {
    /// The action.
    pub action: Action,
    /// The sentence that describes it.
    pub sentence: String,
    /// The position before it.
    pub before: PositionView,
    /// Its laps.
    pub laps: Vec<Lap>,
    /// The position after it.
    pub after: PositionView,
}

impl PlayedTurn {
    /// The actions in notation, such as `A<.C`.
    pub fn notation(&self) -> String {
        self.actions.iter().map(|played| played.action.to_string()).collect::<Vec<_>>().join(".")
    }

    /// The number of laps of all its actions.
    pub fn lap_count(&self) -> usize {
        self.actions.iter().map(|played| played.laps.len()).sum()
    }

    /// The board after its first laps.
    pub fn board_after_laps(&self, rules: Ruleset, mut laps: usize) -> Option<PositionView> {
        for played in &self.actions {
            if laps <= played.laps.len() {
                return Some(Sowing::after_laps(rules, &played.before, self.seat, &played.laps[..laps]));
            }
            laps -= played.laps.len();
        }
        None
    }

    /// The sentences of its actions.
    pub fn text(&self) -> String {
        self.actions.iter().map(|played| played.sentence.as_str()).collect::<Vec<_>>().join(" ")
    }
}

impl TurnList {
    /// The turns of a game up to an event, and the game after it.
    pub fn from_events(id: GameId, events: &[Event]) -> Option<(Self, LocalGame)> {
        let (first, rest) = events.split_first()?;
        let mut game = LocalGame::from_first_event(id, first)?;
        let mut turns = Self::default();
        for event in rest {
            turns.note(event, &game);
            game.apply(event);
        }
        Some((turns, game))
    }

    /// Notes an event. `before` is the game before it.
    pub fn note(&mut self, event: &Event, before: &LocalGame) {
        match &event.kind {
            EventKind::Revealed { position, clocks, .. } | EventKind::Begun { position, clocks } => {
                (self.start, self.start_clocks) = (Some(position.clone()), *clocks);
            }
            EventKind::Acted { seat, action, laps, position, clocks, .. } => {
                let Some(position_before) = &before.view.position else { return };
                let (after, sentence) = (position.clone(), event_text(event, before));
                let (before, laps) = (position_before.clone(), laps.clone());
                self.push(**seat, TurnAction { action: **action, sentence, before, laps, after }, *clocks);
            }
            EventKind::TakenBack { position, .. } => self.turns.truncate(position.turns as usize),
            _ => {}
        }
    }

    /// All turns, in order.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// The position after a number of turns; none if the game has fewer turns, or if its beginning is not known.
    pub fn position_after(&self, turns: usize) -> Option<&PositionView> {
        match turns.checked_sub(1) {
            Some(last) => self.turns.get(last).map(|turn| &turn.position),
            None => self.start.as_ref(),
        }
    }

    /// The clocks after a number of turns; none if the game has fewer turns, or no clocks.
    pub fn clocks_after(&self, turns: usize) -> Option<ClockView> {
        match turns.checked_sub(1) {
            Some(last) => self.turns.get(last)?.clocks,
            None => self.start_clocks,
        }
    }

    fn push(&mut self, seat: Seat, played: TurnAction, clocks: Option<ClockView>) {
        if played.before.pending.is_none() || self.turns.is_empty() {
            let position = played.after.clone();
            self.turns.push(PlayedTurn { seat, is_forced: true, actions: Vec::new(), position, clocks });
        }
        let Some(turn) = self.turns.last_mut() else { return };
        // A spectator does not see all legal actions of a player with a store.
        turn.is_forced &= played.before.legal.len() == 1 && played.before.stores.is_none();
        (turn.position, turn.clocks) = (played.after.clone(), clocks);
        turn.actions.push(played);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_view::local_game::tests::{played_events, test_game_id};

    #[test]
    fn a_turn_has_all_its_actions_and_can_be_taken_back() {
        let events = played_events("kubuguza", 12);
        let (mut turns, game) = TurnList::from_events(test_game_id(), &events).expect("a game");
        let position = game.view.position.clone().expect("it is played");
        let is_complete = position.pending.is_none();
        assert_eq!(turns.turns().len(), position.turns as usize + usize::from(!is_complete));
        assert_eq!(turns.turns().iter().map(|turn| turn.actions.len()).sum::<usize>(), 12);
        assert_eq!(turns.position_after(0), events[3].kind.position());
        let text = r#"{"seq":99,"at":0,"kind":"taken_back","offer":98,"position":"#;
        let earlier = serde_json::to_string(turns.position_after(2).expect("played")).expect("JSON");
        let taken_back = serde_json::from_str(&format!("{text}{earlier}}}")).expect("an event");
        turns.note(&taken_back, &game);
        assert_eq!(turns.turns().len(), 2);
        assert_eq!(turns.position_after(3), None);
    }
}
