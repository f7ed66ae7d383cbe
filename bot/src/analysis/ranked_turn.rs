//! The best turns of a position.

use ikibuguzo_engine::{Action, Game, Position};

use super::turn_search::TurnSearch;
use crate::Budget;

/// A possible turn of a position, with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedTurn {
    /// The probability that the seat to move wins after it: 0 to 1, where a draw counts one half.
    pub value: f64,
    /// The turn, and the turns of both seats that would follow it. It is never empty.
    pub line: Vec<Vec<Action>>,
}

/// The best turns of any position, at most `count`, the best one first. They differ in their first action, and are searched
/// to the same depth. In the middle of a turn, a line begins with what is left of it. Empty if the game is over.
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
