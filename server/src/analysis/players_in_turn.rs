//! Games in an order that is fair between the players who asked for them.

use std::collections::VecDeque;
use std::sync::Arc;

use ikibuguzo_game::player::PlayerId;

use super::queued_game::QueuedGame;

/// The games that wait. Players take turns, and the games of one player come in the order in which it asked.
#[derive(Debug, Default)]
pub(super) struct PlayersInTurn(VecDeque<(PlayerId, VecDeque<Arc<QueuedGame>>)>);

impl PlayersInTurn {
    /// Adds a game behind the others of its player.
    pub(super) fn push(&mut self, game: Arc<QueuedGame>) {
        match self.0.iter_mut().find(|(player, _)| *player == game.asked_by) {
            Some((_, games)) => games.push_back(game),
            None => self.0.push_back((game.asked_by.clone(), VecDeque::from([game]))),
        }
    }

    /// Removes the next game. Its player's turn comes again after those of the others.
    pub(super) fn pop(&mut self) -> Option<Arc<QueuedGame>> {
        let (player, mut games) = self.0.pop_front()?;
        let next = games.pop_front();
        if !games.is_empty() {
            self.0.push_back((player, games));
        }
        next
    }
}
