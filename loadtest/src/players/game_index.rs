//! Which of a player's chairs a message is for.

use std::collections::HashMap;

use anyhow::{Context, Result};
use ikibuguzo_protocol::GameId;

/// The way from a game to the chair that it is played in. A chair has two games while it leaves one for the next.
#[derive(Debug, Default)]
pub struct Routes {
    /// By the games' ids as the server writes them: to read one takes longer than to look it up.
    chairs: HashMap<String, usize>,
}

impl Routes {
    /// A game is played in a chair from now on.
    pub fn add(&mut self, game: GameId, chair: usize) {
        self.chairs.insert(game.to_string(), chair);
    }

    /// A game has been left: nothing more is told of it.
    pub fn remove(&mut self, game: GameId) {
        self.chairs.remove(game.as_str());
    }

    /// The chair of a game.
    ///
    /// # Errors
    ///
    /// Where the game is played in none.
    pub fn chair(&self, game: &str) -> Result<usize> {
        let chair = self.chairs.get(game).copied();
        chair.with_context(|| format!("the server tells of game {game}, which is not played here"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chair_hears_of_its_old_game_until_that_is_left() {
        let [old, new] = [1, 2].map(|byte| GameId::from_random([byte; GameId::LENGTH]));
        let mut routes = Routes::default();
        routes.add(old, 3);
        routes.add(new, 3);
        let find = |routes: &Routes| [old, new].map(|game| routes.chair(game.as_str()).ok());
        assert_eq!(find(&routes), [Some(3), Some(3)]);
        routes.remove(old);
        assert_eq!(find(&routes), [None, Some(3)]);
    }
}
