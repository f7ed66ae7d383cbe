//! Games and actions for the laws.

use fastrand::Rng;
use ikibuguzo_engine::{Action, Game, Position};

/// Rulespecs of every ruleset.
pub(crate) const RULESPECS: [&str; 7] = [
    "ikibuguzo:first",
    "ikibuguzo:second",
    "ikibuguzo:first-second",
    "kubuguza",
    "njombwa:8",
    "njombwa:10",
    "azigo:own-row",
];

/// The game at its start.
pub(crate) fn new_game(rulespec: &str) -> Game {
    Game::from_rulespec(rulespec).expect("a rulespec")
}

/// A legal action of a position that is not the end of a game.
pub(crate) fn random_action(position: &Position, rng: &mut Rng) -> Action {
    let actions = position.legal_actions();
    actions[rng.usize(..actions.len())]
}
