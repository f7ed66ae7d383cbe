//! The root of the tree.

use ikibuguzo_engine::{Action, Position};

use super::Tree;
use crate::Value;
use crate::search::Finding;
use crate::search::ordering::Candidates;
use crate::search::window::Window;

/// Smallest depth at which the value of the depth before tells what to expect.
const MIN_ASPIRATION_DEPTH: u8 = 3;

impl Tree<'_> {
    /// Searches the root to a depth. Updates the finding with all that was searched before the budget was used up.
    pub(in crate::search) fn deepen(
        &mut self,
        root: &Position,
        candidates: &mut Candidates,
        depth: u8,
        finding: &mut Finding,
    ) {
        let mut window = Some(self.expected_window(depth, finding.value));
        while let Some(searched) = window {
            let best = self.best_at_root(root, candidates, depth, searched);
            if let Some((action, value)) = best {
                finding.action = action;
                finding.value = Value(value);
                candidates.put_first(action);
            }
            if self.meter.is_used_up() {
                return;
            }
            window = searched.widened(best.map(|(_, value)| value));
        }
        finding.depth = depth;
    }

    /// The window around the value of the depth before.
    fn expected_window(&self, depth: u8, value: Value) -> Window {
        match self.settings.root_window {
            Some(width) if depth >= MIN_ASPIRATION_DEPTH && !value.is_decided() => {
                Window { alpha: value.0 - i32::from(width), beta: value.0 + i32::from(width) }
            }
            _ => Window::FULL,
        }
    }

    /// The best action of the root within a window and its value, or the first action that is not below the window. Only
    /// actions that were searched before the budget was used up count.
    fn best_at_root(
        &mut self,
        root: &Position,
        candidates: &Candidates,
        depth: u8,
        mut window: Window,
    ) -> Option<(Action, i32)> {
        let mut best = None;
        for action in candidates.iter() {
            let played = self.play(root, action);
            let value = self.value_of(&played, i32::from(depth), window, best.is_none(), 1);
            if self.meter.is_used_up() {
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                best = Some((action, value));
            }
            if value >= window.beta {
                break;
            }
        }
        best
    }

    /// The value of each action for the seat that plays it, up to the first one that the budget does not reach; at least of
    /// one action.
    pub(in crate::search) fn value_each(&mut self, position: &Position, depth: u8) -> Vec<(Action, Value)> {
        let mut values = Vec::new();
        for action in position.iter_actions() {
            let value = self.value_after(position, action, i32::from(depth));
            if self.meter.is_used_up() && !values.is_empty() {
                break;
            }
            values.push((action, value));
        }
        values
    }

    /// The value of an action for the seat that plays it.
    fn value_after(&mut self, position: &Position, action: Action, depth: i32) -> Value {
        let played = self.play(position, action);
        Value(self.value_of(&played, depth, Window::FULL, true, 1))
    }
}
