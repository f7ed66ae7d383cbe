//! Searches for whole turns.

use ikibuguzo_engine::{Action, Game};

use super::line::{game_after_line, whole_turns};
use crate::{Budget, Finding, Searcher, Task, Value};

/// A turn of which the search knows only the first actions is completed with the nodes of the budget divided by this.
const COMPLETION_DIVISOR: u64 = 8;

/// Searches for the best turns of positions, each with the same budget.
#[derive(Debug)]
pub(super) struct TurnSearch {
    searcher: Searcher,
    budget: Budget,
}

/// A turn with its value for the seat that plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValuedTurn {
    pub(super) value: Value,
    /// The turn and those that the search expects after it.
    pub(super) line: Vec<Vec<Action>>,
    /// Number of turns that the search looked ahead.
    pub(super) depth: u8,
}

impl TurnSearch {
    pub(super) fn new(budget: Budget) -> TurnSearch {
        TurnSearch { searcher: Searcher::for_budget(budget), budget }
    }

    /// The best turn of a game, or what is left of it; `None` if the game is over. `past`: the keys of the positions at
    /// the start of each turn so far.
    pub(super) fn best_turn(&mut self, game: &Game, past: &[u64]) -> Option<ValuedTurn> {
        let task = Task { past, ..Task::new(game.position(), self.budget) };
        let found = self.searcher.search(task, &mut || false)?;
        let line = self.whole_line(game, past, found.line);
        Some(ValuedTurn { value: found.value, line, depth: found.depth })
    }

    /// The value of a turn for the seat that plays it, from a search of at most `depth` turns after it.
    pub(super) fn value_turn(&mut self, game: &Game, past: &[u64], turn: &[Action], depth: u8) -> ValuedTurn {
        let after = game_after_line(game, turn);
        let mut line = vec![turn.to_vec()];
        let Some(opponent) = after.to_move() else {
            let plies = i32::try_from(turn.len()).unwrap_or(i32::MAX);
            let ended = after.outcome().zip(game.to_move());
            let value = ended.map_or(Value::DRAW, |(outcome, seat)| Value::of_outcome(outcome, seat, plies));
            return ValuedTurn { value, line, depth: 0 };
        };
        debug_assert_eq!(Some(!opponent), game.to_move(), "the turn is complete");
        let past: Vec<u64> = past.iter().copied().chain([after.position().key()]).collect();
        let budget = Budget { depth: depth.max(1), ..self.budget };
        let task = Task { past: &past, ..Task::new(after.position(), budget) };
        let found = self.searcher.search(task, &mut || false).expect("the game is not over");
        line.extend(whole_turns(&after, &found.line));
        ValuedTurn { value: -found.value, line, depth: found.depth }
    }

    /// The best turn for each first action, at most `count`, the best one first. All are searched to the same depth.
    pub(super) fn best_turns(&mut self, game: &Game, count: usize) -> Vec<ValuedTurn> {
        let present = [game.position().key()];
        // In the middle of a turn, its start is not known.
        let past = if game.pending().is_none() { present.as_slice() } else { &[] };
        let task = Task { past, ..Task::new(game.position(), self.budget) };
        let found = self.searcher.search_each(task, &mut || false);
        let mut turns = Vec::new();
        for Finding { value, line, depth, .. } in found.into_iter().take(count) {
            turns.push(ValuedTurn { value, line: self.whole_line(game, past, line), depth });
        }
        turns
    }

    /// The turns of a line, at least one. If the search knows only the first actions of the turn, it is completed.
    fn whole_line(&mut self, game: &Game, past: &[u64], mut actions: Vec<Action>) -> Vec<Vec<Action>> {
        let nodes = (self.budget.nodes / COMPLETION_DIVISOR).max(1);
        loop {
            let turns = whole_turns(game, &actions);
            if !turns.is_empty() {
                return turns;
            }
            let within_turn = game_after_line(game, &actions);
            let budget = Budget { nodes, ..self.budget };
            let task = Task { past, ..Task::new(within_turn.position(), budget) };
            let found = self.searcher.search(task, &mut || false).expect("the turn goes on");
            actions.extend(found.line);
        }
    }
}
