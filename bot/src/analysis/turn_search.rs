//! Searches for whole turns, and the best turns of a position.

use ikibuguzo_engine::{Action, Game, Position};

use crate::{Budget, Finding, Searcher, Task, Value};

/// Largest number of turns that are taken from one search.
const MAX_TURNS: usize = 6;

/// A possible turn of a position, with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedTurn {
    /// The probability that the seat to move wins after it: 0 to 1, where a draw counts one half.
    pub value: f64,
    /// The turn, and the turns of both seats that would follow it. It is never empty.
    pub line: Vec<Vec<Action>>,
}

/// The best turns of any position, at most `count`, the best one first. They differ in their first action, and are
/// searched to the same depth. In the middle of a turn, a line begins with what is left of it. Empty if the game is
/// over.
///
/// ```
/// use ikibuguzo_bot::{Budget, rank_turns};
/// use ikibuguzo_engine::Game;
///
/// let game = Game::from_rulespec("kubuguza")?;
/// let turns = rank_turns(game.position(), 3, Budget::of_nodes(1_000));
/// assert_eq!(turns.len(), 3);
/// assert!(turns[0].value >= turns[2].value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank_turns(position: &Position, count: usize, budget: Budget) -> Vec<RankedTurn> {
    let turns = TurnSearch::new(budget).best_turns(&Game::new(*position), count);
    turns
        .into_iter()
        .map(|turn| RankedTurn { value: turn.value.win_probability(), line: turn.line })
        .collect()
}

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

/// The first turns among the actions that follow a position, each with all its actions. A turn that is not complete
/// is left out, and so is what follows the end of the game.
fn whole_turns(start: &Game, actions: &[Action]) -> Vec<Vec<Action>> {
    let mut game = start.clone();
    let mut turns = Vec::new();
    let mut turn = Vec::new();
    for &action in actions {
        if turns.len() == MAX_TURNS || game.advance(action).is_err() {
            break;
        }
        turn.push(action);
        if game.pending().is_none() {
            turns.push(std::mem::take(&mut turn));
        }
    }
    turns
}

/// The game after some more actions, up to the first illegal one.
pub(super) fn game_after_line(start: &Game, actions: &[Action]) -> Game {
    let mut game = start.clone();
    let _ = actions.iter().try_for_each(|&action| game.advance(action));
    game
}
