use ikibuguzo_protocol::{GameId, Timestamp};

/// What a local server takes from its surroundings.
pub trait Environment {
    /// The time.
    fn now(&mut self) -> Timestamp;

    /// 32 random bits.
    fn random(&mut self) -> u32;
}

/// A new random id of a game.
pub(crate) fn new_game_id(environment: &mut dyn Environment) -> GameId {
    GameId::from_random(std::array::from_fn(|_| environment.random().to_le_bytes()[0]))
}

/// A new seed for a computer player.
pub(crate) fn new_seed(environment: &mut dyn Environment) -> u64 {
    u64::from(environment.random()) << 32 | u64::from(environment.random())
}
