//! The only source of chance: the operating system. Rooms get what they need of it as arguments.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{CommandId, GameId, Timestamp, Token, TournamentId};
use ikibuguzo_store::GameNumber;

/// Random bytes from the operating system.
///
/// # Panics
///
/// If the operating system gives no random bytes: no token could be trusted then.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A fresh game id.
pub fn game_id() -> GameId {
    GameId::from_random(bytes())
}

/// A fresh id for a command of the server itself. No client can guess it and use it first.
pub fn command_id() -> CommandId {
    CommandId::from_random(bytes())
}

/// A fresh number for a game that is created at this time.
pub fn game_number(created_at: Timestamp) -> GameNumber {
    GameNumber::new(created_at, random())
}

/// 64 random bits.
pub fn random() -> u64 {
    u64::from_le_bytes(bytes())
}

/// A fresh id of a player.
pub fn player_id() -> PlayerId {
    game_id().as_str().into()
}

/// A fresh id of a tournament.
pub fn tournament_id() -> TournamentId {
    TournamentId::from_random(bytes())
}

/// Puts a few things in a random order.
pub fn shuffle<T>(things: &mut [T]) {
    for last in (1..things.len()).rev() {
        let place = below(last as u64 + 1) as usize;
        things.swap(place, last);
    }
}

/// A fresh token.
pub fn token() -> Token {
    Token::from_random(bytes())
}

/// A fair coin.
pub fn coin() -> bool {
    let [byte] = bytes();
    byte % 2 == 0
}

/// A number below a bound, to spread things in time: small ones come a little more often.
pub fn below(bound: u64) -> u64 {
    random() % bound.max(1)
}
