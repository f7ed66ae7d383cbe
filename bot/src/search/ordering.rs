//! The order in which actions are searched.

use ikibuguzo_engine::{Action, Direction, Position};

/// Number of codes of actions.
const ACTION_CODES: usize = 43;

/// Largest number of legal actions.
pub(super) const MAX_ACTIONS: usize = 24;

/// An action as a small number, the same for both seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ActionCode(u8);

impl ActionCode {
    pub(super) fn new(action: Action) -> ActionCode {
        ActionCode(match action {
            Action::Sow { hole, direction: Direction::Anticlockwise } => hole.index,
            Action::Sow { hole, direction: Direction::Clockwise } => 20 + hole.index,
            Action::Enter => 40,
            Action::EnterOpponent => 41,
            Action::Pass => 42,
        })
    }
}

/// The score of each action: the number of times it was best, weighted by depth.
#[derive(Debug)]
pub(super) struct History([i32; ACTION_CODES]);

impl Default for History {
    fn default() -> History {
        History([0; ACTION_CODES])
    }
}

impl History {
    const MAX_SCORE: i32 = 1 << 20;

    /// Remembers that an action was good enough at this depth.
    pub(super) fn reward(&mut self, action: Action, depth: i32) {
        let code = usize::from(ActionCode::new(action).0);
        self.0[code] += (depth + 1) * (depth + 1);
        if self.0[code] > History::MAX_SCORE {
            self.0.iter_mut().for_each(|score| *score /= 2);
        }
    }

    pub(super) fn score(&self, action: Action) -> i32 {
        self.0[usize::from(ActionCode::new(action).0)]
    }

    /// The actions in the order of their present scores, the highest first.
    pub(super) fn order(&self, actions: impl Iterator<Item = Action>) -> ScoredActions {
        let mut scored = ScoredActions { items: [(0, Action::Pass); MAX_ACTIONS], rest: 0 };
        for (item, action) in scored.items.iter_mut().zip(actions) {
            *item = (self.score(action), action);
            scored.rest += 1;
        }
        scored
    }
}

/// Gives actions with the highest scores first.
pub(super) struct ScoredActions {
    items: [(i32, Action); MAX_ACTIONS],
    /// Number of items that are not given yet. They come first.
    rest: usize,
}

impl Iterator for ScoredActions {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        // Of equal scores, the first one.
        let best = (0..self.rest).rev().max_by_key(|index| self.items[*index].0)?;
        self.rest -= 1;
        self.items[best..=self.rest].rotate_left(1);
        Some(self.items[self.rest].1)
    }
}

/// The legal actions of the root, the best one so far first.
pub(super) struct Candidates(Vec<Action>);

impl Candidates {
    /// The legal actions of a position, or `None` if there are none.
    pub(super) fn of_root(position: &Position) -> Option<Candidates> {
        let actions: Vec<_> = position.iter_actions().collect();
        (!actions.is_empty()).then_some(Candidates(actions))
    }

    pub(super) fn first(&self) -> Action {
        self.0[0]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Action> {
        self.0.iter().copied()
    }

    /// Moves an action to the front.
    pub(super) fn put_first(&mut self, action: Action) {
        if let Some(index) = self.0.iter().position(|other| *other == action) {
            self.0[..=index].rotate_right(1);
        }
    }
}
