//! Proofs that a position is a draw.

use ikibuguzo_engine::{Action, Position, Seat};

use super::budget::Meter;
use crate::{EndgameTables, Value};

/// A position ends the game when it has occurred this often before.
const EARLIER_OCCURRENCES: usize = 2;

/// A search for a proof. It knows the ends of games by the rules and by endgame tables, and estimates nothing.
pub(super) struct DrawProof<'a> {
    endgame_tables: &'a EndgameTables,
    meter: Meter<'a>,
    /// Keys of the positions at the start of each turn, first those of the game, then those of the line.
    path: Vec<u64>,
}

impl<'a> DrawProof<'a> {
    pub(super) fn new(endgame_tables: &'a EndgameTables, past: &[u64], meter: Meter<'a>) -> DrawProof<'a> {
        DrawProof { endgame_tables, meter, path: past.to_vec() }
    }

    /// Whether each seat can force at least a draw within `depth` turns.
    pub(super) fn is_found(&mut self, root: &Position, depth: u8) -> bool {
        (1..=depth).any(|turns| Seat::ALL.into_iter().all(|seat| self.can_hold(root, seat, turns)))
    }

    /// Whether `seat` can force at least a draw within this many turns. What the budget does not reach counts as lost.
    fn can_hold(&mut self, position: &Position, seat: Seat, turns: u8) -> bool {
        if let Some(known) = self.known_end(position, seat) {
            return known;
        }
        if turns == 0 || self.meter.is_used_up() {
            return false;
        }
        let mut actions = position.iter_actions();
        if position.to_move() == Some(seat) {
            actions.any(|action| self.can_hold_after(position, action, seat, turns))
        } else {
            actions.all(|action| self.can_hold_after(position, action, seat, turns))
        }
    }

    fn can_hold_after(&mut self, position: &Position, action: Action, seat: Seat, turns: u8) -> bool {
        let mut after = *position;
        let counts = after.advance_counting(action).expect("legal");
        self.meter.count(counts.laps);
        if after.pending().is_some() {
            return self.can_hold(&after, seat, turns);
        }
        let key = after.key();
        if self.is_third_occurrence(key) {
            return after.outcome_if_repeated().winner != Some(!seat);
        }
        self.path.push(key);
        let holds = self.can_hold(&after, seat, turns - 1);
        self.path.pop();
        holds
    }

    /// Whether `seat` does not lose, if the game is over or an endgame table knows its end.
    fn known_end(&self, position: &Position, seat: Seat) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner != Some(!seat));
        }
        let value = self.endgame_tables.value_of(position)?.seen_from(0);
        let own_value = if position.to_move() == Some(seat) { value } else { -value };
        Some(own_value >= Value::DRAW)
    }

    /// Whether the position after a turn, which has this key, ends the game by repetition.
    fn is_third_occurrence(&self, key: u64) -> bool {
        // Only every second position has the same seat to move.
        let earlier = self.path.iter().rev().skip(1).step_by(2);
        earlier.filter(|earlier| **earlier == key).count() >= EARLIER_OCCURRENCES
    }
}
