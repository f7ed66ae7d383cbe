//! Who plays a game without a server.

use ikibuguzo_bot::Level;
use ikibuguzo_engine::{BySeat, Ruleset, Seat};
use ikibuguzo_game::player::Player;

/// The rules and the players of a game without a server.
#[derive(Clone, Copy, Debug)]
pub struct Opponents {
    /// The rules.
    pub rules: Ruleset,
    /// The seat of the user.
    pub human: Seat,
    /// The level of the computer.
    pub level: Level,
    /// From it follow all random choices of the computer.
    pub seed: u64,
}

impl Opponents {
    /// The players of a rematch: the seats are swapped.
    pub fn of_rematch(self) -> Self {
        Self { human: !self.human, seed: self.seed.wrapping_add(1), ..self }
    }

    /// The player of each seat.
    pub fn players(self) -> BySeat<Player> {
        let computer = format!("computer-{}", self.level.number());
        BySeat::from_fn(|seat| player(if seat == self.human { "player" } else { &computer }))
    }
}

fn player(name: &str) -> Player {
    Player { id: name.into(), name: name.parse().expect("a valid name") }
}
