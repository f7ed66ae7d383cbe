//! Sets of legal actions: a bit set inside the engine, a list in its interface.

use std::fmt;
use std::ops::Deref;

use crate::board::HoleSet;
use crate::hole::MAX_HOLES;
use crate::{Action, Direction, Hole, Route, Seat};

/// A list of legal actions, in the order: anti-clockwise by letter, clockwise by letter, then `*`, `*>`, `-`.
///
/// It is stored inline, without heap allocation, and dereferences to a slice of [`Action`].
#[derive(Clone, Copy)]
pub struct Actions {
    items: [Action; Actions::CAPACITY],
    len: u8,
}

impl Actions {
    /// Enough for every game: twenty holes and two ways to enter a store, or sixteen holes and four reverse holes.
    const CAPACITY: usize = MAX_HOLES + 4;

    /// The actions as a slice.
    pub fn as_slice(&self) -> &[Action] {
        &self.items[..usize::from(self.len)]
    }
}

impl Deref for Actions {
    type Target = [Action];

    fn deref(&self) -> &[Action] {
        self.as_slice()
    }
}

impl fmt::Debug for Actions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for Actions {
    fn eq(&self, other: &Actions) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Actions {}

impl IntoIterator for Actions {
    type Item = Action;
    type IntoIter = std::iter::Take<std::array::IntoIter<Action, { Actions::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().take(usize::from(self.len))
    }
}

impl<'a> IntoIterator for &'a Actions {
    type Item = &'a Action;
    type IntoIter = std::slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Iterates over legal actions in the order of [`Actions`], without making a list.
///
/// Its length is known, and skipping actions is cheap.
#[derive(Clone, Debug)]
pub struct LegalActions {
    rest: ActionSet,
    seat: Seat,
}

impl Iterator for LegalActions {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        if self.rest.is_empty() {
            return None;
        }
        let bit = self.rest.0.trailing_zeros() as usize;
        self.rest.0 &= self.rest.0 - 1;
        Some(ActionSet::action(bit, self.seat))
    }

    fn nth(&mut self, skipped: usize) -> Option<Action> {
        for _ in 0..skipped.min(self.len()) {
            self.rest.0 &= self.rest.0 - 1;
        }
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }
}

impl ExactSizeIterator for LegalActions {}

/// A bit set of the actions of one seat. Bits are in the order of [`Actions`], lowest first.
///
/// A position stores its legal actions in this form, so that checking an action tests one bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ActionSet(u64);

impl ActionSet {
    const CLOCKWISE: usize = MAX_HOLES;
    const ENTER: usize = 2 * MAX_HOLES;
    const ENTER_OPPONENT: usize = Self::ENTER + 1;
    const PASS: usize = Self::ENTER + 2;

    /// Makes a set with one sowing.
    pub(crate) fn sow(index: u8, direction: Direction) -> ActionSet {
        let mut set = ActionSet::default();
        set.insert_sow(index, direction);
        set
    }

    /// Adds the sowing of the hole with this index.
    pub(crate) fn insert_sow(&mut self, index: u8, direction: Direction) {
        debug_assert!(usize::from(index) < MAX_HOLES);
        self.0 |= 1 << Self::sow_bit(index, direction);
    }

    /// Adds the anti-clockwise sowings of these holes.
    pub(crate) fn insert_anticlockwise(&mut self, holes: HoleSet) {
        self.0 |= u64::from(holes.0);
    }

    /// Makes a set with the pass alone.
    pub(crate) fn pass() -> ActionSet {
        ActionSet(1 << Self::PASS)
    }

    /// Adds entering the store along this route.
    pub(crate) fn insert_enter(&mut self, route: Route) {
        self.0 |= match route {
            Route::Own => 1 << Self::ENTER,
            Route::Opponent => 1 << Self::ENTER_OPPONENT,
        };
    }

    /// Returns the set without entering the store, which only the store's owner may know about.
    pub(crate) fn without_entering(self) -> ActionSet {
        ActionSet(self.0 & !(1 << Self::ENTER | 1 << Self::ENTER_OPPONENT))
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set of `seat` contains `action`, which may be any action.
    pub(crate) fn contains(self, seat: Seat, action: Action) -> bool {
        let bit = match action {
            Action::Sow { hole, direction } if hole.seat == seat && usize::from(hole.index) < MAX_HOLES => {
                Self::sow_bit(hole.index, direction)
            }
            Action::Sow { .. } => return false,
            Action::Enter => Self::ENTER,
            Action::EnterOpponent => Self::ENTER_OPPONENT,
            Action::Pass => Self::PASS,
        };
        self.0 >> bit & 1 == 1
    }

    /// Iterates over the set of `seat`.
    pub(crate) fn iter(self, seat: Seat) -> LegalActions {
        LegalActions { rest: self, seat }
    }

    /// Converts the set of `seat` to a list.
    pub(crate) fn list(self, seat: Seat) -> Actions {
        let mut actions = Actions { items: [Action::Pass; Actions::CAPACITY], len: 0 };
        for (item, action) in actions.items.iter_mut().zip(self.iter(seat)) {
            *item = action;
        }
        actions.len = self.len() as u8;
        actions
    }

    fn sow_bit(index: u8, direction: Direction) -> usize {
        match direction {
            Direction::Anticlockwise => usize::from(index),
            Direction::Clockwise => Self::CLOCKWISE + usize::from(index),
        }
    }

    fn action(bit: usize, seat: Seat) -> Action {
        match bit {
            Self::ENTER => Action::Enter,
            Self::ENTER_OPPONENT => Action::EnterOpponent,
            0..Self::CLOCKWISE => Action::anticlockwise(Hole::new(seat, bit as u8)),
            Self::CLOCKWISE..Self::ENTER => Action::clockwise(Hole::new(seat, (bit - Self::CLOCKWISE) as u8)),
            _ => Action::Pass,
        }
    }
}
