//! The action that is chosen with keys or the mouse, before it is played.

use ikibuguzo_engine::{Action, Direction, Hole};
use ikibuguzo_protocol::{PositionView, Text};

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// The coordinates of a hole on the board, in columns and rows of holes.
pub type Coordinates = (usize, usize);

/// The chosen action; none before the user chooses one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice(Option<Action>);

impl Choice {
    /// The chosen action, if it is legal in this position.
    pub fn action(self, position: &PositionView) -> Option<Action> {
        self.0.filter(|action| position.legal.contains(&Text(*action)))
    }

    /// The hole of the chosen action.
    pub fn hole(self, position: &PositionView) -> Option<Hole> {
        self.action(position).and_then(hole_of)
    }

    /// Chooses a hole, if it can be sown, anti-clockwise if that is legal.
    pub fn choose_hole(&mut self, hole: Hole, position: &PositionView) {
        let of_hole = |action: &Action| hole_of(*action) == Some(hole);
        if let Some(action) = legal_actions(position).find(of_hole) {
            self.0 = Some(action);
        }
    }

    /// Chooses an action without a hole: to enter the store, or to pass.
    pub fn choose_action(&mut self, action: Action, position: &PositionView) {
        if position.legal.contains(&Text(action)) {
            self.0 = Some(action);
        }
    }

    /// Turns the chosen hole to its other direction, if that is legal.
    pub fn turn_round(&mut self, position: &PositionView) {
        if let Some(Action::Sow { hole, direction }) = self.0 {
            let other = match direction {
                Direction::Anticlockwise => Direction::Clockwise,
                Direction::Clockwise => Direction::Anticlockwise,
            };
            self.choose_action(Action::Sow { hole, direction: other }, position);
        }
    }

    /// Moves to the nearest hole in a direction that can be sown. Without a chosen hole, chooses the first one.
    pub fn step(
        &mut self,
        direction: Move,
        position: &PositionView,
        coordinates_of: impl Fn(Hole) -> Option<Coordinates>,
    ) {
        let candidates = || {
            let holes = legal_actions(position).filter_map(hole_of);
            holes.filter_map(|hole| Some((hole, coordinates_of(hole)?)))
        };
        let next = match self.hole(position).and_then(&coordinates_of) {
            None => candidates().min_by_key(|(_, (column, row))| (*row, *column)),
            Some(from) => {
                let distance = |(_, to): &(Hole, Coordinates)| distance(from, *to, direction);
                candidates()
                    .filter(|candidate| distance(candidate).is_some())
                    .min_by_key(|candidate| distance(candidate))
            }
        };
        if let Some((hole, _)) = next {
            self.choose_hole(hole, position);
        }
    }

    /// Chooses nothing.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}

fn legal_actions(position: &PositionView) -> impl Iterator<Item = Action> {
    position.legal.iter().map(|action| **action)
}

fn hole_of(action: Action) -> Option<Hole> {
    match action {
        Action::Sow { hole, .. } => Some(hole),
        Action::Enter | Action::EnterOpponent | Action::Pass => None,
    }
}

/// How far a hole is in a direction, in rows and columns; none if it is not in that direction.
fn distance(from: Coordinates, to: Coordinates, direction: Move) -> Option<(usize, usize)> {
    let columns = from.0.abs_diff(to.0);
    let rows = from.1.abs_diff(to.1);
    let is_there = match direction {
        Move::Left => to.0 < from.0,
        Move::Right => to.0 > from.0,
        Move::Up => to.1 < from.1,
        Move::Down => to.1 > from.1,
    };
    is_there.then_some((rows, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position of four holes in two rows, A B over C D, with these legal actions.
    fn position(legal: &[&str]) -> PositionView {
        let text = r#"{"holes":{"south":[],"north":[]},"ply":1,"turns":1,"to_move":"south","pending":null,"legal":[]}"#;
        let mut position: PositionView = serde_json::from_str(text).expect("a position");
        position.legal = legal.iter().map(|text| Text(text.parse().expect("an action"))).collect();
        position
    }

    fn coordinates_of(hole: Hole) -> Option<Coordinates> {
        Some((usize::from(hole.index) % 2, usize::from(hole.index) / 2))
    }

    #[test]
    fn arrows_move_among_the_legal_holes() {
        let position = position(&["A", "B", "D", "B<"]);
        let mut choice = Choice::default();
        for (direction, chosen) in [
            (Move::Right, 'A'),
            (Move::Right, 'B'),
            (Move::Right, 'B'),
            (Move::Down, 'D'),
            (Move::Up, 'B'),
            (Move::Left, 'A'),
        ] {
            choice.step(direction, &position, coordinates_of);
            assert_eq!(choice.hole(&position).map(Hole::letter), Some(chosen), "{direction:?}");
        }
    }

    #[test]
    fn a_hole_turns_round_only_where_that_is_legal() {
        let position = position(&["A", "B", "B<"]);
        let mut choice = Choice::default();
        choice.turn_round(&position);
        assert_eq!(choice.action(&position), None);
        choice.choose_hole(Hole::from_letter('B').expect("a hole"), &position);
        choice.turn_round(&position);
        assert_eq!(choice.action(&position).map(|action| action.to_string()), Some("B<".to_owned()));
        choice.choose_hole(Hole::from_letter('A').expect("a hole"), &position);
        choice.turn_round(&position);
        assert_eq!(choice.action(&position).map(|action| action.to_string()), Some("A".to_owned()));
        choice.choose_hole(Hole::from_letter('C').expect("a hole"), &position);
        assert_eq!(choice.hole(&position).map(Hole::letter), Some('A'), "C cannot be sown");
    }
}
