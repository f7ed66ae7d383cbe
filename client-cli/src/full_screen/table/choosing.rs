//! Choosing an action with keys or the mouse.

use ikibuguzo_engine::Hole;
use ikibuguzo_protocol::PositionView;
use ratatui::layout::Position;

use super::{Choice, Move, Table, TableEffect};

impl Table {
    /// Plays the chosen action, or the only one there is.
    pub(super) fn play_choice(&mut self) -> Vec<TableEffect> {
        self.sowings.clear();
        let action = self.my_position().and_then(|position| self.choice.action(position));
        self.enter_line(&action.map(|action| action.to_string()).unwrap_or_default())
    }

    /// Chooses the hole with a letter on the side of the seat to move.
    pub(super) fn choose_letter(&mut self, letter: char) {
        let seat = self.session.game().and_then(|game| game.role.seat());
        let hole = Hole::from_letter(letter).zip(seat).map(|(hole, seat)| Hole::new(seat, hole.index));
        if let Some(hole) = hole {
            self.choose(|choice, position| choice.choose_hole(hole, position));
        }
    }

    pub(super) fn step(&mut self, direction: Move) {
        if let Some(grid) = self.grid() {
            self.choose(|choice, position| {
                choice.step(direction, position, |hole| grid.coordinates_of(hole));
            });
        }
    }

    pub(super) fn choose(&mut self, change: impl FnOnce(&mut Choice, &PositionView)) {
        let mut choice = self.choice;
        if let Some(position) = self.my_position() {
            change(&mut choice, position);
        }
        self.choice = choice;
    }

    pub(super) fn click(&mut self, point: Position) -> Vec<TableEffect> {
        let Some(hole) = self.grid().and_then(|grid| grid.hole_at(point)) else { return Vec::new() };
        let is_chosen = self.my_position().is_some_and(|it| self.choice.hole(it) == Some(hole));
        if is_chosen {
            return self.play_choice();
        }
        self.choose(|choice, position| choice.choose_hole(hole, position));
        Vec::new()
    }
}
