//! The tree of a search: alpha-beta with null windows, in which both choices of a turn are nodes of the same seat.

use ikibuguzo_engine::{Action, ActionCounts, Outcome, Position, Ruleset, Seat};

use super::meter::Meter;
use super::moves::{ActionCode, Candidates, History, MAX_ACTIONS};
use super::table::{Bound, Entry, Table};
use super::{Finding, Settings};
use crate::{EndgameTables, Value, Weights, evaluate};

/// A bound above every value.
const INFINITE: i32 = 32_000;

/// Smallest depth at which a turn that looks weak is first searched less deeply.
const REDUCED_DEPTH: i32 = 3;

/// Turns before a limit of the rules from which on positions with different numbers of turns are different.
const TURNS_BEFORE_LIMIT: u32 = 100;

/// Number of quiet turns from which on they tell positions apart.
const MANY_QUIET_TURNS: u8 = 100;

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

/// The values between which the exact value matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

/// An action that was played in the tree.
struct Move {
    seat: Seat,
    action: Action,
    after: Position,
    counts: ActionCounts,
    /// Whether the same seat goes on with its turn.
    goes_on: bool,
    score: i32,
}

impl Window {
    const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window as the opponent sees it.
    fn across(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// A window without values inside: is a move better than `alpha`?
    fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }
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
        let (ending, unused) = (repeated(past), Vec::new());
        Tree { settings, table, history, endgame_tables, weights, meter, ending, path, unused }
    }

    /// Searches the root to a depth. Updates the finding with all that was searched before the budget was used up.
    pub(super) fn deepen(
        &mut self,
        root: &Position,
        candidates: &mut Candidates,
        depth: u8,
        finding: &mut Finding,
    ) {
        let mut window = Window::FULL;
        let mut best = None;
        for action in candidates.iter() {
            let played = self.play(root, action);
            let value = self.value_of(&played, i32::from(depth), window, best.is_none(), 1);
            if self.meter.is_used_up() {
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                best = Some(action);
            }
        }
        if let Some(action) = best {
            (finding.action, finding.value) = (action, Value(window.alpha));
            candidates.put_first(action);
        }
        if !self.meter.is_used_up() {
            finding.depth = depth;
        }
    }

    /// The value of each action for the seat that plays it, up to the first one that the budget does not reach; at least of
    /// one action.
    pub(super) fn value_each(&mut self, position: &Position, depth: u8) -> Vec<(Action, Value)> {
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

    /// The best actions of both seats, as far as the table knows them.
    pub(super) fn line(&self, root: &Position, first: Action) -> Vec<Action> {
        const LONGEST_LINE: usize = 40;
        let (mut position, mut line) = (*root, Vec::new());
        let mut next = Some(first);
        while let Some(action) = next.filter(|_| line.len() < LONGEST_LINE) {
            position.advance(action).expect("legal");
            line.push(action);
            let known = self.table.find(self.table_key(&position, position.key())).map(Entry::best);
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
        let Some(seat) = after.to_move() else { return end_value(played, ply) };
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
            return self.follow_captures(position, self.turns_of_captures(position), window, ply);
        }
        let key = self.table_key(position, key);
        let known = self.table.find(key);
        if let Some(value) = known.and_then(|entry| self.settled_value(entry, depth, window, ply)) {
            return value;
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

    /// Searches all actions, `first` before the others, until one is at least `beta`. Returns the best value and action.
    fn best_of(
        &mut self,
        position: &Position,
        first: Option<Action>,
        depth: i32,
        mut window: Window,
        ply: i32,
    ) -> (i32, Action) {
        let mut best = (-INFINITE, first);
        if let Some(action) = first {
            let played = self.play(position, action);
            best.0 = self.value_of(&played, depth, window, true, ply + 1);
            window.alpha = window.alpha.max(best.0);
        }
        if best.0 < window.beta && !self.meter.is_used_up() {
            let mut moves = self.unused.pop().unwrap_or_else(|| Vec::with_capacity(MAX_ACTIONS));
            self.play_others(position, first, &mut moves);
            self.best_of_moves(&mut moves, depth, window, ply, &mut best);
            moves.clear();
            self.unused.push(moves);
        }
        let action =
            best.1.or_else(|| position.iter_actions().next()).expect("a position in play has a legal action");
        if best.0 >= window.beta {
            self.history.reward(action, depth);
        }
        (best.0, action)
    }

    fn best_of_moves(
        &mut self,
        moves: &mut [Move],
        depth: i32,
        mut window: Window,
        ply: i32,
        best: &mut (i32, Option<Action>),
    ) {
        for index in 0..moves.len() {
            put_best_next(&mut moves[index..]);
            let played = &moves[index];
            let is_first = best.1.is_none();
            let value = match self.reduced_depth(played, index, depth) {
                Some(reduced)
                    if self.value_within(played, reduced, window.null(), ply + 1) <= window.alpha =>
                {
                    continue;
                }
                _ => self.value_of(played, depth, window, is_first, ply + 1),
            };
            if value > best.0 || is_first {
                *best = (value, Some(played.action));
            }
            window.alpha = window.alpha.max(value);
            if self.meter.is_used_up() || window.alpha >= window.beta {
                return;
            }
        }
    }

    /// The depth to which a move is searched first that looks weak.
    fn reduced_depth(&self, played: &Move, index: usize, depth: i32) -> Option<i32> {
        let is_late = index >= usize::from(self.settings.full_actions);
        let looks_weak = is_late && !played.goes_on && played.counts.captured == 0;
        (looks_weak && depth >= REDUCED_DEPTH).then_some(depth - 1)
    }

    /// Plays every action but `first`.
    fn play_others(&mut self, position: &Position, first: Option<Action>, moves: &mut Vec<Move>) {
        for action in position.iter_actions().filter(|action| Some(*action) != first) {
            if self.meter.is_used_up() {
                return;
            }
            let mut played = self.play(position, action);
            let unfinished = if played.goes_on { CAPTURE_SCORE } else { 0 };
            played.score =
                i32::from(played.counts.captured) * CAPTURE_SCORE + unfinished + self.history.score(action);
            moves.push(played);
        }
    }

    /// The value of a position beyond the depth: its estimate, or more if a capture leads to more.
    fn follow_captures(&mut self, position: &Position, turns: u8, mut window: Window, ply: i32) -> i32 {
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

    /// The number of turns for which captures are followed. In Njombwa, following them makes the player weaker.
    fn turns_of_captures(&self, position: &Position) -> u8 {
        match position.ruleset() {
            Ruleset::Njombwa { .. } => 0,
            Ruleset::Ikibuguzo { .. } | Ruleset::Kubuguza | Ruleset::Azigo { .. } => {
                self.settings.capture_depth
            }
        }
    }

    fn is_worth_following(&self, played: &Move) -> bool {
        played.goes_on
            || played.counts.captured >= self.settings.least_capture
            || played.after.outcome().is_some()
    }

    fn value_of_capture(&mut self, played: &Move, turns: u8, window: Window, ply: i32) -> i32 {
        if played.after.outcome().is_some() {
            end_value(played, ply)
        } else if played.goes_on {
            self.follow_captures(&played.after, turns, window, ply)
        } else {
            -self.follow_captures(&played.after, turns.saturating_sub(1), window.across(), ply)
        }
    }

    /// The outcome of a repetition, if the position stood before at the start of a turn: in the tree, or twice in the game.
    fn repetition(&self, position: &Position, key: u64) -> Option<Outcome> {
        // Only every second position has the same seat to move.
        let in_tree = || self.path.iter().rev().skip(1).step_by(2).any(|earlier| *earlier == key);
        let is_repeated = self.settings.repetition && (in_tree() || self.ending.binary_search(&key).is_ok());
        is_repeated.then(|| position.outcome_if_repeated())
    }

    /// The key of a position in the table. Near a limit of the rules it contains how near the limit is.
    fn table_key(&self, position: &Position, key: u64) -> u64 {
        const SALT: u64 = 0x9e37_79b9_7f4a_7c15;
        let quiet =
            if position.quiet_turns() < MANY_QUIET_TURNS { 0 } else { u64::from(position.quiet_turns()) };
        let is_late =
            position.turn_limit().is_some_and(|limit| position.turns() + TURNS_BEFORE_LIMIT >= limit);
        let turns = if is_late { u64::from(position.turns()) } else { 0 };
        key ^ (turns << 8 | quiet).wrapping_mul(SALT)
    }
}

/// The score of a captured counter in the order of moves.
const CAPTURE_SCORE: i32 = 1 << 16;

/// The value of a move that ended the game, for the seat that made it.
fn end_value(played: &Move, ply: i32) -> i32 {
    played.after.outcome().map_or(0, |outcome| Value::of_outcome(outcome, played.seat, ply).0)
}

/// The value of a repetition for a seat. It is not the end yet, so a win counts as no more than an estimate.
fn repetition_value(outcome: Outcome, seat: Seat) -> i32 {
    Value::of_outcome(outcome, seat, 0).0.clamp(-Value::LARGEST_ESTIMATE, Value::LARGEST_ESTIMATE)
}

/// The keys that occur twice or more, sorted.
fn repeated(past: &[u64]) -> Vec<u64> {
    let mut keys = past.to_vec();
    keys.sort_unstable();
    let mut ending: Vec<_> = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    ending.dedup();
    ending
}

/// The legal action with this code.
fn action_of(position: &Position, code: ActionCode) -> Option<Action> {
    position.iter_actions().find(|action| ActionCode::of(*action) == code)
}

/// Moves the move with the highest score to the first place.
fn put_best_next(moves: &mut [Move]) {
    let best = (0..moves.len()).rev().max_by_key(|index| moves[*index].score);
    if let Some(best) = best {
        moves.swap(0, best);
    }
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
