//! The source of chance that every part of a server is given: the operating system, or a seed in a simulation.

use std::sync::{Arc, Mutex, PoisonError};

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{CommandId, GameId, Timestamp, Token, TournamentId};
use ikibuguzo_store::GameNumber;

/// A source of random numbers. Cheap to clone; all clones draw from the same source.
#[derive(Clone, Debug, Default)]
pub struct Chance(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    OperatingSystem,
    Seeded(Arc<Mutex<fastrand::Rng>>),
}

impl Chance {
    /// The operating system.
    pub fn system() -> Self {
        Self(Source::OperatingSystem)
    }

    /// A source that draws the same numbers again for the same seed. Everybody can guess its tokens: for simulations
    /// only.
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seeded(Arc::new(Mutex::new(fastrand::Rng::with_seed(seed)))))
    }

    /// Random bytes.
    ///
    /// # Panics
    ///
    /// If the operating system gives no random bytes: no token could be trusted then.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            Source::OperatingSystem => {
                getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
            }
            Source::Seeded(rng) => rng.lock().unwrap_or_else(PoisonError::into_inner).fill(&mut bytes),
        }
        bytes
    }

    /// A fresh game id.
    pub fn game_id(&self) -> GameId {
        GameId::from_random(self.bytes())
    }

    /// A fresh id for a command of the server itself. No client can guess it and use it first.
    pub fn command_id(&self) -> CommandId {
        CommandId::from_random(self.bytes())
    }

    /// A fresh number for a game that is created at this time.
    pub fn game_number(&self, created_at: Timestamp) -> GameNumber {
        GameNumber::new(created_at, self.random())
    }

    /// 64 random bits.
    pub fn random(&self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    /// A fresh id of a player.
    pub fn player_id(&self) -> PlayerId {
        self.game_id().as_str().into()
    }

    /// A fresh id of a tournament.
    pub fn tournament_id(&self) -> TournamentId {
        TournamentId::from_random(self.bytes())
    }

    /// Puts a few things in a random order.
    pub fn shuffle<T>(&self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let index = self.below(last as u64 + 1) as usize;
            things.swap(index, last);
        }
    }

    /// A fresh token.
    pub fn token(&self) -> Token {
        Token::from_random(self.bytes())
    }

    /// A fair coin.
    pub fn coin(&self) -> bool {
        let [byte] = self.bytes();
        byte % 2 == 0
    }

    /// A number below a bound, to spread things in time: small ones come a little more often.
    pub fn below(&self, bound: u64) -> u64 {
        self.random() % bound.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_what_is_drawn() {
        let draw = |chance: &Chance| (chance.token(), chance.game_id(), chance.random());
        let first = Chance::seeded(7);
        let drawn = draw(&first);
        assert_eq!(drawn, draw(&Chance::seeded(7)));
        assert_ne!(drawn, draw(&Chance::seeded(8)));
        assert_ne!(drawn, draw(&first.clone()), "a clone goes on");
        assert_ne!(draw(&Chance::system()), draw(&Chance::system()));
    }
}
