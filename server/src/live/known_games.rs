//! The newest `seq` that subscribers know of each game.

use std::mem::take;

use foldhash::HashMap;
use ikibuguzo_protocol::GameId;

/// Largest number of games in each of the two maps. When the newer map is full, the older one is forgotten.
const MAX_OLDER_GAMES: usize = 50_000;

/// The newest `seq` that is known of each game. Games that have not been noted for the longest time are forgotten.
#[derive(Debug, Default)]
pub(super) struct KnownGames {
    newer: HashMap<GameId, u64>,
    older: HashMap<GameId, u64>,
}

impl KnownGames {
    /// The newest `seq` of a game; none if it is not known.
    pub(super) fn newest(&self, game: GameId) -> Option<u64> {
        self.newer.get(&game).or_else(|| self.older.get(&game)).copied()
    }

    /// Notes a `seq` of a game about which nothing is known.
    pub(super) fn note_if_unknown(&mut self, game: GameId, seq: u64) {
        if self.newest(game).is_none() {
            self.note(game, seq);
        }
    }

    /// Forgets a game.
    pub(super) fn forget(&mut self, game: GameId) {
        self.newer.remove(&game);
        self.older.remove(&game);
    }

    /// Notes a `seq` of a game. Returns whether it is newer than what was known.
    pub(super) fn note(&mut self, game: GameId, seq: u64) -> bool {
        let before = self.newest(game);
        if self.newer.len() >= MAX_OLDER_GAMES {
            self.older = take(&mut self.newer);
        }
        self.newer.insert(game, before.unwrap_or_default().max(seq));
        before.is_none_or(|before| before < seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize) -> GameId {
        let digit = |place: usize| u8::try_from((number >> (5 * place)) & 31).expect("five bits");
        GameId::from_random(std::array::from_fn(|place| if place < 6 { digit(place) } else { 0 }))
    }

    #[test]
    fn the_games_that_were_noted_longest_ago_are_forgotten() {
        let mut known = KnownGames::default();
        for number in 0..3 * MAX_OLDER_GAMES {
            assert!(known.note(game(number), 7));
            known.note(game(0), 7);
        }
        assert_eq!(known.newest(game(0)), Some(7), "it is noted all the time");
        assert_eq!(known.newest(game(1)), None);
        let newest = 3 * MAX_OLDER_GAMES - 1;
        assert!((newest - MAX_OLDER_GAMES / 2..=newest).all(|number| known.newest(game(number)) == Some(7)));
        assert!(known.newer.len() + known.older.len() <= 2 * MAX_OLDER_GAMES);
    }

    #[test]
    fn an_older_event_is_no_news() {
        let mut known = KnownGames::default();
        let is_news = [3, 3, 2, 4].map(|seq| known.note(game(1), seq));
        assert_eq!(is_news, [true, false, false, true]);
        assert_eq!(known.newest(game(1)), Some(4));
    }
}
