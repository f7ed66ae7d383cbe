//! Lines: turns that follow one another.

use ikibuguzo_engine::{Action, Game};

/// Largest number of turns that are taken from one search.
const MAX_TURNS: usize = 6;

/// The first turns among the actions that follow a position, each with all its actions. A turn that is not complete is left
/// out, and so is what follows the end of the game.
pub(super) fn whole_turns(start: &Game, actions: &[Action]) -> Vec<Vec<Action>> {
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
