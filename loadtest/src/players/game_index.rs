//! The participants of a connection by game.

use std::collections::HashMap;

use anyhow::{Context, Result};
use ikibuguzo_protocol::GameId;

/// Finds the participant that a message is for. A participant has two games while it leaves one for the next.
#[derive(Debug, Default)]
pub struct GameIndex {
    /// The keys are ids as text, because parsing an id takes longer than looking it up.
    participants: HashMap<String, usize>,
}

impl GameIndex {
    /// Adds a game of a participant.
    pub fn insert(&mut self, game: GameId, participant: usize) {
        self.participants.insert(game.to_string(), participant);
    }

    /// Removes a game.
    pub fn remove(&mut self, game: GameId) {
        self.participants.remove(game.as_str());
    }

    /// Finds the participant of a game.
    ///
    /// # Errors
    ///
    /// If no participant of this connection plays or watches the game.
    pub fn find(&self, game: &str) -> Result<usize> {
        let participant = self.participants.get(game).copied();
        participant.with_context(|| format!("a message is about game {game}, which was not joined"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_participant_has_its_old_game_until_it_has_left_it() {
        let [old, new] = [1, 2].map(|byte| GameId::from_random([byte; GameId::LENGTH]));
        let mut index = GameIndex::default();
        index.insert(old, 3);
        index.insert(new, 3);
        let find = |index: &GameIndex| [old, new].map(|game| index.find(game.as_str()).ok());
        assert_eq!(find(&index), [Some(3), Some(3)]);
        index.remove(old);
        assert_eq!(find(&index), [None, Some(3)]);
    }
}
