//! The player of the tool, who plays against a computer player of the server.

use anyhow::{Context, Result};
use ikibuguzo_bot::{Level, Player, SeenGame};
use ikibuguzo_engine::{Action, Position, Seat};
use tokio::task::spawn_blocking;

/// The tool's player in one game. It sees only what its seat may see.
#[derive(Debug)]
pub struct ToolPlayer {
    level: Level,
    seed: u64,
    seat: Seat,
    seen: Option<SeenGame>,
}

impl ToolPlayer {
    /// Creates a player that has seen no position.
    pub fn new(level: Level, seed: u64, seat: Seat) -> Self {
        Self { level, seed, seat, seen: None }
    }

    /// Sees the first position, or the position after an action of either seat.
    pub fn see(&mut self, position: &Position) {
        match &mut self.seen {
            Some(seen) => seen.see(position),
            None => self.seen = Some(SeenGame::new(position, self.seat, self.level.counts_stores())),
        }
    }

    /// Chooses an action on another thread, so that other games' events are still read when they arrive.
    ///
    /// # Errors
    ///
    /// If the seat is not to move.
    pub async fn choose(&self) -> Result<Action> {
        let seen = self.seen.clone().context("the player has seen no position")?;
        let mut player = Player::new(self.level, self.seed);
        let chosen = spawn_blocking(move || player.choose(&seen, &mut || false)).await?;
        chosen.context("the player is not to move")
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Game;

    use super::*;

    #[tokio::test]
    async fn the_player_chooses_legal_actions_in_its_turn() {
        let mut game = Game::from_rulespec("azigo").expect("rules");
        let mut player = ToolPlayer::new(Level::ALL[0], 7, Seat::South);
        assert!(player.choose().await.is_err(), "it has seen nothing");
        player.see(game.position());
        let action = player.choose().await.expect("South begins");
        game.advance(action).expect("a legal action");
        player.see(game.position());
        assert_eq!(player.choose().await.is_ok(), game.to_move() == Some(Seat::South));
    }
}
