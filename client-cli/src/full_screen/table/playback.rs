//! Counters that fall one by one, and turns that are shown again.

use ikibuguzo_protocol::{EventKind, PositionView};

use super::{MAX_QUEUED_SOWINGS, Replay, Sowing, TURN_TIME, Table};
use crate::game_view::turn_list::PlayedTurn;

impl Table {
    pub(super) fn pass_time(&mut self) {
        let elapsed = self.moment.elapsed;
        if let Some(sowing) = self.sowings.front_mut() {
            if !sowing.advance(elapsed) {
                self.sowings.pop_front();
            }
        } else if self.replay.is_playing() && elapsed >= TURN_TIME {
            self.replay_turn();
        }
    }

    /// Shows the next turn.
    pub(super) fn replay_turn(&mut self) {
        let turns = self.session.turns().turns();
        let turn = self.replay.step_on(turns.len()).and_then(|shown| turns.get(shown));
        let Some((turn, game)) = turn.zip(self.session.game()) else { return };
        let sowings = turn.actions.iter().map(|played| {
            Sowing::new(*game.view.rules, &played.before, turn.seat, &played.laps, &played.after)
        });
        self.sowings = sowings.filter(|_| self.settings.shows_sowing).collect();
    }

    /// Begins to show an action.
    pub(super) fn note_action(&mut self, event: &EventKind) {
        if matches!(event, EventKind::TakenBack { .. }) {
            self.sowings.clear();
            self.replay = Replay::default();
        }
        let EventKind::Acted { seat, laps, position, .. } = event else { return };
        self.choice.clear();
        // A user who looks at an earlier turn stays there, except when it is the user's turn.
        if position.to_move.map(|seat| *seat) == self.session.game().and_then(|game| game.role.seat()) {
            self.replay = Replay::default();
        }
        let Some(game) = self.session.game() else { return };
        let Some(before) = &game.view.position else { return };
        let sowing = Sowing::new(*game.view.rules, before, **seat, laps, position);
        self.last_sowing = Some(sowing.clone());
        if self.settings.shows_sowing && self.replay.shown().is_none() {
            self.sowings.push_back(sowing);
        }
        if self.sowings.len() > MAX_QUEUED_SOWINGS {
            self.sowings.pop_front();
        }
    }

    pub(super) fn repeat_sowing(&mut self) {
        self.sowings = self.last_sowing.iter().cloned().collect();
    }

    pub(super) fn toggle_sowing(&mut self) {
        self.settings.shows_sowing = !self.settings.shows_sowing;
        self.sowings.clear();
        let state = if self.settings.shows_sowing { "one by one" } else { "all at once" };
        self.say(format!("Counters fall {state}."));
    }

    /// The position on the board: in the middle of an action, after the turn that is shown, or the present one.
    pub(super) fn shown_position(&self, present: &PositionView) -> PositionView {
        if let Some(sowing) = self.sowings.front() {
            return sowing.board();
        }
        let turns = self.session.turns();
        let board_after_laps = |rules| {
            let shown = self.replay.shown().filter(|_| self.replay.laps() > 0)?;
            turns.turns().get(shown)?.board_after_laps(rules, self.replay.laps())
        };
        let rules = self.session.game().map(|game| *game.view.rules);
        if let Some(board) = rules.and_then(board_after_laps) {
            return board;
        }
        match self.replay.shown().and_then(|count| turns.position_after(count)) {
            Some(earlier) => PositionView { legal: Vec::new(), ..earlier.clone() },
            None => present.clone(),
        }
    }

    /// Shows one more lap of the turn after the shown ones.
    pub(super) fn step_lap_on(&mut self) {
        let turns = self.session.turns().turns();
        self.replay.step_lap_on(turns.len(), |turn| turns.get(turn).map_or(0, PlayedTurn::lap_count));
    }

    /// Shows one lap fewer.
    pub(super) fn step_lap_back(&mut self) {
        let turns = self.session.turns().turns();
        self.replay.step_lap_back(turns.len(), |turn| turns.get(turn).map_or(0, PlayedTurn::lap_count));
    }

    /// How many turns are shown.
    pub(super) fn shown_turns(&self) -> usize {
        let count = self.session.turns().turns().len();
        self.replay.shown().unwrap_or(count).min(count)
    }
}
