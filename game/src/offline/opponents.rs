//! The players of a game without a server.

use crate::computer::{computer_level, computer_player};
use crate::player::Player;
use ikibuguzo_engine::{BySeat, Ruleset, Seat};
use ikibuguzo_protocol::{Opponent, PlayerName};

/// The key of the user in the logs of games without a server.
const USER: &str = "player";

/// The rules and the players of a game without a server.
#[derive(Clone, Debug)]
pub struct Opponents {
    /// The rules.
    pub rules: Ruleset,
    /// The seat of the user.
    pub human: Seat,
    /// The other player: the computer, or a person at the same keyboard.
    pub other: Opponent,
    /// The seed of all random choices of the computer.
    pub seed: u64,
    /// Whether the time in which the computer thinks is limited. Without a limit, what it does follows from the seed.
    pub is_timed: bool,
}

impl Opponents {
    /// The players of a game that this device has kept, with a new seed.
    pub fn of_kept_game(rules: Ruleset, players: &BySeat<Player>, seed: u64) -> Self {
        let is_user = |seat: &Seat| players[*seat].id.as_str() == USER;
        let human = Seat::ALL.into_iter().find(is_user).unwrap_or(Seat::South);
        let other = &players[!human];
        let other = match computer_level(other) {
            Some(level) => Opponent::Computer(level),
            None => Opponent::Player(other.name.clone()),
        };
        Self { rules, human, other, seed, is_timed: true }
    }

    /// The players of a rematch: the seats are swapped.
    pub fn of_rematch(&self) -> Self {
        Self { human: !self.human, seed: self.seed.wrapping_add(1), ..self.clone() }
    }

    /// Whether two people share the keyboard.
    pub fn is_shared(&self) -> bool {
        matches!(self.other, Opponent::Player(_))
    }

    /// The name of the user.
    pub fn user_name() -> PlayerName {
        USER.parse().expect("a valid name")
    }

    /// The player of each seat.
    pub fn players(&self) -> BySeat<Player> {
        let user = Player::person(USER.into(), Self::user_name());
        let other = match &self.other {
            Opponent::Computer(level) => computer_player(*level),
            Opponent::Player(name) => Player::person("other".into(), name.clone()),
        };
        BySeat::from_fn(|seat| if seat == self.human { user.clone() } else { other.clone() })
    }
}
