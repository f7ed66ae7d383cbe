//! The time and random numbers: the only file that reads them from the system.

use std::time::UNIX_EPOCH;

use ikibuguzo_protocol::{CommandId, GameId, Timestamp};

/// The time of this machine.
pub fn wall_clock_time() -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "the one place of this program that reads it")]
    let now = std::time::SystemTime::now();
    let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::ZERO + since_epoch
}

/// A new command id of 128 random bits.
pub fn new_command_id() -> CommandId {
    let id = format!("{:016x}{:016x}", random_u64(), random_u64());
    id.parse().expect("hexadecimal digits make an id")
}

/// A new id for a game without a server.
pub fn new_game_id() -> GameId {
    let mut bytes = [0; GameId::LENGTH];
    getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
    GameId::from_random(bytes)
}

/// A seed for a computer player.
pub fn new_seed() -> u64 {
    random_u64()
}

/// A random number below `bound`; 0 if `bound` is 0.
pub fn random_below(bound: u64) -> u64 {
    random_u64().checked_rem(bound).unwrap_or_default()
}

fn random_u64() -> u64 {
    getrandom::u64().expect("the operating system gives random numbers")
}
