//! The choice between the actions of a position in the tree.

use ikibuguzo_engine::{Action, Position};

use super::Tree;
use crate::search::ordering::MAX_ACTIONS;
use crate::search::played_move::{Move, put_best_next};
use crate::search::window::{INFINITE, Window};

/// Smallest remaining depth at which a turn that looks weak is first searched less deeply.
const MIN_REDUCED_DEPTH: i32 = 3;

/// Largest remaining depth at which actions are played one by one. At larger depths all are played first, so that captures
/// can be searched first.
const MAX_FRONTIER_DEPTH: i32 = 1;

/// The best action so far, and the window that it leaves.
struct Best {
    value: i32,
    action: Option<Action>,
    window: Window,
}

impl Best {
    fn improve(&mut self, action: Action, value: i32) {
        if value > self.value || self.action.is_none() {
            self.value = value;
            self.action = Some(action);
        }
        self.window.alpha = self.window.alpha.max(value);
    }

    /// Whether the opponent would not allow this position.
    fn is_enough(&self) -> bool {
        self.window.alpha >= self.window.beta
    }
}

impl Tree<'_> {
    /// Searches all actions, `first` before the others, until one is at least `beta`. Returns the best value and action.
    pub(super) fn best_of(
        &mut self,
        position: &Position,
        first: Option<Action>,
        depth: i32,
        window: Window,
        ply: i32,
    ) -> (i32, Action) {
        let mut best = Best { value: -INFINITE, action: None, window };
        if let Some(action) = first {
            let played = self.play(position, action);
            best.improve(action, self.value_of(&played, depth, window, true, ply + 1));
        }
        if depth <= MAX_FRONTIER_DEPTH {
            self.best_one_by_one(position, first, depth, ply, &mut best);
        } else {
            self.best_captures_first(position, first, depth, ply, &mut best);
        }
        let action = best
            .action
            .or_else(|| position.iter_actions().next())
            .expect("a position in play has a legal action");
        if best.is_enough() {
            self.history.reward(action, depth);
        }
        (best.value, action)
    }

    /// Plays and searches one action after the other, those first that were good elsewhere.
    fn best_one_by_one(
        &mut self,
        position: &Position,
        first: Option<Action>,
        depth: i32,
        ply: i32,
        best: &mut Best,
    ) {
        let others = position.iter_actions().filter(|action| Some(*action) != first);
        for action in self.history.order(others) {
            if self.meter.is_used_up() || best.is_enough() {
                return;
            }
            let played = self.play(position, action);
            let is_first = best.action.is_none();
            best.improve(action, self.value_of(&played, depth, best.window, is_first, ply + 1));
        }
    }

    /// Plays all actions, and searches captures first.
    fn best_captures_first(
        &mut self,
        position: &Position,
        first: Option<Action>,
        depth: i32,
        ply: i32,
        best: &mut Best,
    ) {
        if self.meter.is_used_up() || best.is_enough() {
            return;
        }
        let mut moves = self.unused.pop().unwrap_or_else(|| Vec::with_capacity(MAX_ACTIONS));
        self.play_others(position, first, &mut moves);
        self.best_of_moves(&mut moves, depth, ply, best);
        moves.clear();
        self.unused.push(moves);
    }

    fn best_of_moves(&mut self, moves: &mut [Move], depth: i32, ply: i32, best: &mut Best) {
        for index in 0..moves.len() {
            put_best_next(&mut moves[index..]);
            let played = &moves[index];
            let is_first = best.action.is_none();
            let value = match self.reduced_depth(played, index, depth) {
                Some(reduced)
                    if self.value_within(played, reduced, best.window.null(), ply + 1)
                        <= best.window.alpha =>
                {
                    continue;
                }
                _ => self.value_of(played, depth, best.window, is_first, ply + 1),
            };
            best.improve(played.action, value);
            if self.meter.is_used_up() || best.is_enough() {
                return;
            }
        }
    }

    /// The depth to which a move is searched first that looks weak.
    fn reduced_depth(&self, played: &Move, index: usize, depth: i32) -> Option<i32> {
        let is_late = index >= usize::from(self.settings.full_actions);
        let looks_weak = is_late && !played.goes_on && played.counts.captured == 0;
        (looks_weak && depth >= MIN_REDUCED_DEPTH).then_some(depth - 1)
    }

    /// Plays every action but `first`.
    fn play_others(&mut self, position: &Position, first: Option<Action>, moves: &mut Vec<Move>) {
        for action in position.iter_actions().filter(|action| Some(*action) != first) {
            if self.meter.is_used_up() {
                return;
            }
            let mut played = self.play(position, action);
            played.set_score(self.history.score(action));
            moves.push(played);
        }
    }
}
