//! Captures beyond the depth.

use ikibuguzo_engine::Position;

use super::Tree;
use crate::evaluate;
use crate::search::played_move::Move;
use crate::search::window::{INFINITE, Window};

impl Tree<'_> {
    /// The value of a position beyond the depth: its estimate, or more if a capture leads to more.
    pub(super) fn follow_captures(
        &mut self,
        position: &Position,
        turns: u8,
        mut window: Window,
        ply: i32,
    ) -> i32 {
        let Some(seat) = position.to_move() else { return 0 };
        let starts_turn = position.pending().is_none();
        let mut best = -INFINITE;
        if starts_turn {
            best = evaluate(position, seat, self.weights).0;
            if turns == 0 || best >= window.beta {
                return best;
            }
        }
        for action in position.iter_actions() {
            window.alpha = window.alpha.max(best);
            if best >= window.beta || self.meter.is_used_up() {
                break;
            }
            let played = self.play(position, action);
            if !starts_turn || self.is_worth_following(&played) {
                best = best.max(self.value_of_capture(&played, turns, window, ply + 1));
            }
        }
        best
    }

    fn is_worth_following(&self, played: &Move) -> bool {
        played.goes_on
            || played.counts.captured >= self.settings.min_capture
            || played.after.outcome().is_some()
    }

    fn value_of_capture(&mut self, played: &Move, turns: u8, window: Window, ply: i32) -> i32 {
        if played.after.outcome().is_some() {
            played.end_value(ply)
        } else if played.goes_on {
            self.follow_captures(&played.after, turns, window, ply)
        } else {
            -self.follow_captures(&played.after, turns.saturating_sub(1), window.across(), ply)
        }
    }
}
