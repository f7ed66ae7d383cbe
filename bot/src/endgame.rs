//! Endgame tables of Njombwa: the exact values of all positions with few counters.

mod file;
mod layer;
mod ranking;
mod retrograde;

use std::ops::RangeInclusive;
use std::sync::Arc;

use ikibuguzo_engine::{Action, Position, Ruleset};

use crate::{Value, counters_on_board};
pub use file::EndgameFileError;
use layer::Layer;

/// The exact values of all positions of Njombwa with few counters on one board, after the opening.
///
/// Counters leave a game of Njombwa permanently, so a table that knows all positions with fewer counters is enough to
/// value those with one more. A game that nobody can win goes on until it is drawn.
#[derive(Debug)]
pub struct EndgameTable {
    ruleset: Ruleset,
    /// The positions with one counter, with two, and so on.
    layers: Vec<Layer>,
}

/// The end of a position if both seats play best: the winner plays for the shortest game, the loser for the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameValue {
    /// The seat to move wins after this many turns of both seats.
    Win(u8),
    /// The seat to move loses after this many turns of both seats.
    Loss(u8),
    /// Nobody can win.
    Draw,
}

/// Endgame tables of different boards. Cheap to clone; the default has none.
#[derive(Clone, Debug, Default)]
pub struct EndgameTables(Arc<[EndgameTable]>);

impl EndgameTable {
    /// The name of the only game that has tables: a seat loses it with its last counter alone, each turn is one action, and
    /// captured counters do not come back.
    pub const GAME: &str = "njombwa";

    /// The numbers of counters up to which a table can be made.
    pub const COUNTERS: RangeInclusive<u8> = 2..=7;

    /// Computes the table of a board for up to this many counters. Calls `progress` with each number of counters that
    /// is done.
    ///
    /// The time and the memory grow about fivefold with each counter.
    ///
    /// Returns `None` if the game is not Njombwa, or if `counters` is not one of [`COUNTERS`](EndgameTable::COUNTERS).
    pub fn build(ruleset: Ruleset, counters: u8, progress: &mut dyn FnMut(u8)) -> Option<EndgameTable> {
        if ruleset.name() != Self::GAME || !Self::COUNTERS.contains(&counters) {
            return None;
        }
        let mut layers = Vec::new();
        for counters in 1..=counters {
            layers.push(retrograde::solve_layer(ruleset, counters, &layers));
            progress(counters);
        }
        Some(EndgameTable { ruleset, layers })
    }

    /// The game and its board.
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// Largest number of counters on the board of which the table knows the positions.
    pub fn counters(&self) -> u8 {
        self.layers.len() as u8
    }

    /// Number of positions in the table.
    pub fn positions(&self) -> usize {
        self.layers.iter().map(|layer| layer.values().len()).sum()
    }

    /// The value of a position; none if it is not in the table, if the game is over, or if quiet turns could draw the game
    /// before its end.
    pub fn value_of(&self, position: &Position) -> Option<EndgameValue> {
        if position.ruleset() != self.ruleset || !position.is_opening_over() {
            return None;
        }
        let counters = usize::from(counters_on_board(position));
        let value = self.layers.get(counters.checked_sub(1)?)?.value_of(position)?;
        // A capture begins the count of quiet turns again, so fewer turns than this end no game.
        let is_in_time =
            u16::from(position.quiet_turns()) + u16::from(value.turns()) < u16::from(Position::QUIET_TURNS);
        is_in_time.then_some(value)
    }
}

impl EndgameTables {
    /// The value of a position, if one of the tables knows it.
    pub fn value_of(&self, position: &Position) -> Option<EndgameValue> {
        self.0.iter().find_map(|table| table.value_of(position))
    }

    /// The best action in a position; none if the tables do not know the position after each action.
    pub(crate) fn best_action(&self, position: &Position) -> Option<Action> {
        let values =
            position.iter_actions().map(|action| Some((action, self.value_of_action(position, action)?)));
        let values: Vec<_> = values.collect::<Option<_>>()?;
        values.into_iter().max_by_key(|(_, value)| *value).map(|(action, _)| action)
    }

    /// The value of an action for the seat that plays it.
    fn value_of_action(&self, position: &Position, action: Action) -> Option<Value> {
        let mut after = *position;
        after.advance(action).ok()?;
        match after.outcome() {
            Some(outcome) => Some(Value::of_outcome(outcome, position.to_move()?, 1)),
            None => self.value_of(&after).map(|value| -value.seen_from(1)),
        }
    }
}

impl FromIterator<EndgameTable> for EndgameTables {
    fn from_iter<I: IntoIterator<Item = EndgameTable>>(tables: I) -> Self {
        EndgameTables(tables.into_iter().collect())
    }
}

impl EndgameValue {
    /// Number of turns until the end; 0 for a draw, which has none.
    fn turns(self) -> u8 {
        match self {
            EndgameValue::Win(turns) | EndgameValue::Loss(turns) => turns,
            EndgameValue::Draw => 0,
        }
    }

    /// The value of the position for the seat to move, in a search that begins `plies` actions before it.
    pub(crate) fn seen_from(self, plies: i32) -> Value {
        // A turn of Njombwa is one action.
        let end = Value::WIN.0 - plies - i32::from(self.turns());
        match self {
            EndgameValue::Win(_) => Value(end),
            EndgameValue::Loss(_) => Value(-end),
            EndgameValue::Draw => Value::DRAW,
        }
    }
}
