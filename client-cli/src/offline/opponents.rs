//! Who plays a game without a server.

use ikibuguzo_engine::{BySeat, Ruleset, Seat};
use ikibuguzo_game::computer::computer_player;
use ikibuguzo_game::player::Player;
use ikibuguzo_protocol::ComputerLevel;

/// The rules and the players of a game without a server.
#[derive(Clone, Copy, Debug)]
pub struct Opponents {
    /// The rules.
    pub rules: Ruleset,
    /// The seat of the user.
    pub human: Seat,
    /// The level of the computer.
    pub level: ComputerLevel,
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
        let user = Player::person("player".into(), "player".parse().expect("a valid name"));
        BySeat::from_fn(|seat| if seat == self.human { user.clone() } else { computer_player(self.level) })
    }
}
