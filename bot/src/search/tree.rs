//! The tree of a search: alpha-beta with null windows, in which both choices of a turn are nodes of the same seat.

mod alternatives;
mod captures;
mod repetition;
mod root;

use ikibuguzo_engine::{Action, Position};

use super::Settings;
use super::budget::Meter;
use super::ordering::{ActionCode, History};
use super::played_move::Move;
use super::table::{Bound, Entry, Table, table_key};
use super::window::Window;
use crate::{EndgameTables, Value, Weights, evaluate};
use repetition::{repeated, repetition_value};

/// Largest depth at which an estimate far above the window is enough.
const MAX_FUTILITY_DEPTH: i32 = 4;

/// The state of a search.
pub(super) struct Tree<'a> {
    settings: Settings,
    table: &'a mut Table,
    history: &'a mut History,
    endgame_tables: &'a EndgameTables,
    weights: &'a Weights,
    pub(super) meter: Meter<'a>,
    /// Keys of the positions that end the game if they occur again, sorted.
    ending: Vec<u64>,
    /// Keys of the positions at the start of each turn, from the root on.
    path: Vec<u64>,
    /// Lists of moves that are not in use.
    unused: Vec<Vec<Move>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        settings: Settings,
        table: &'a mut Table,
        history: &'a mut History,
        endgame_tables: &'a EndgameTables,
        past: &[u64],
        weights: &'a Weights,
        meter: Meter<'a>,
    ) -> Tree<'a> {
        let path = past.last().copied().into_iter().collect();
        let ending = repeated(past);
        let unused = Vec::new();
        Tree { settings, table, history, endgame_tables, weights, meter, ending, path, unused }
    }

    /// The best actions of both seats, as far as the table knows them.
    pub(super) fn line(&self, root: &Position, first: Action) -> Vec<Action> {
        const MAX_LINE_ACTIONS: usize = 40;
        let mut position = *root;
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(action) = next.filter(|_| line.len() < MAX_LINE_ACTIONS) {
            position.advance(action).expect("legal");
            line.push(action);
            let known = self.table.find(table_key(&position, position.key())).map(Entry::best);
            let searched = known.and_then(|code| action_of(&position, code));
            next = searched.or_else(|| self.endgame_tables.best_action(&position));
        }
        line
    }

    /// Plays an action.
    fn play(&mut self, position: &Position, action: Action) -> Move {
        let seat = position.to_move().expect("the game is not over");
        let mut after = *position;
        let counts = after.advance_counting(action).expect("legal");
        self.meter.count(counts.laps);
        Move { seat, action, after, counts, goes_on: after.pending().is_some(), score: 0 }
    }

    /// The value of a move for the seat that made it. `is_first`: whether the whole window is searched at once.
    fn value_of(&mut self, played: &Move, depth: i32, window: Window, is_first: bool, ply: i32) -> i32 {
        if is_first {
            return self.value_within(played, depth, window, ply);
        }
        let value = self.value_within(played, depth, window.null(), ply);
        if value > window.alpha && value < window.beta {
            return self.value_within(played, depth, window, ply);
        }
        value
    }

    fn value_within(&mut self, played: &Move, depth: i32, window: Window, ply: i32) -> i32 {
        let after = &played.after;
        let Some(seat) = after.to_move() else { return played.end_value(ply) };
        let key = after.key();
        if played.goes_on {
            return self.node(after, key, depth, window, ply);
        }
        if let Some(outcome) = self.repetition(after, key) {
            return repetition_value(outcome, !seat);
        }
        self.path.push(key);
        let value = -self.node(after, key, depth - 1, window.across(), ply);
        self.path.pop();
        value
    }

    /// The value of a position for the seat to move, searched to a depth in turns.
    fn node(&mut self, position: &Position, key: u64, depth: i32, window: Window, ply: i32) -> i32 {
        if self.meter.is_used_up() {
            return 0;
        }
        if let Some(value) = self.endgame_tables.value_of(position) {
            return value.seen_from(ply).0;
        }
        if depth <= 0 {
            return self.follow_captures(position, self.settings.capture_depth, window, ply);
        }
        let key = table_key(position, key);
        let known = self.table.find(key);
        if let Some(value) = known.and_then(|entry| self.settled_value(entry, depth, window, ply)) {
            return value;
        }
        if let Some(estimate) = self.sufficient_estimate(position, depth, window) {
            return estimate;
        }
        let first = known.and_then(|entry| action_of(position, entry.best()));
        let (value, best) = self.best_of(position, first, depth, window, ply);
        if !self.meter.is_used_up() {
            let bound = match value {
                value if value >= window.beta => Bound::Lower,
                value if value <= window.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            self.table.store(Entry::new(key, to_table(value, ply), depth, bound, best));
        }
        value
    }

    /// The estimate of a position, if it is so far above the window that few turns will hardly bring it back.
    fn sufficient_estimate(&self, position: &Position, depth: i32, window: Window) -> Option<i32> {
        let margin = self.settings.margin?;
        let seat = position.to_move()?;
        if depth > MAX_FUTILITY_DEPTH || position.pending().is_some() || Value(window.beta).is_decided() {
            return None;
        }
        let estimate = evaluate(position, seat, self.weights).0;
        (estimate - i32::from(margin) * depth >= window.beta).then_some(estimate)
    }

    /// The value that an entry of the table settles, if it does.
    fn settled_value(&self, entry: Entry, depth: i32, window: Window, ply: i32) -> Option<i32> {
        let entry_depth = i32::from(entry.depth);
        let is_deep = if self.settings.exact_depth { entry_depth == depth } else { entry_depth >= depth };
        let value = from_table(entry.value, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        (is_deep && settles).then_some(value)
    }
}

/// The legal action with this code.
fn action_of(position: &Position, code: ActionCode) -> Option<Action> {
    position.iter_actions().find(|action| ActionCode::new(*action) == code)
}

/// A decided value, counted from the position instead of from the root.
fn to_table(value: i32, ply: i32) -> i32 {
    if Value(value).is_decided() { value + ply * value.signum() } else { value }
}

/// The inverse of [`to_table`].
fn from_table(value: i16, ply: i32) -> i32 {
    let value = i32::from(value);
    if Value(value).is_decided() { value - ply * value.signum() } else { value }
}
