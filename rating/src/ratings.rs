use std::collections::HashMap;
use std::hash::Hash;

use ikibuguzo_engine::{BySeat, Seat};

use crate::{Glicko, Pool, RatedGame, Rating};

/// Maximum number of rated games of the same two players that count on one day (UTC).
pub const MAX_GAMES_PER_DAY: u32 = 3;

const DAY_MS: u64 = 86_400_000;

/// Ratings after some games. The players are known by keys of type `P`.
#[derive(Clone, Debug)]
pub struct Ratings<P> {
    ratings: HashMap<(P, Pool), PlayerRating>,
    /// By the lesser key, then the greater one.
    pairs: HashMap<[P; 2], PairDay>,
}

/// The rating of a player in a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerRating {
    /// The rating after the last game.
    pub rating: Rating,
    /// Rated games that counted.
    pub games: u32,
    /// The end of the last of them: milliseconds since 1970-01-01 UTC.
    pub rated_at: u64,
}

/// The games of two players on the last day on which they had a rated game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairDay {
    /// The day: days since 1970-01-01 UTC.
    pub day: u64,
    /// Rated games that counted on it.
    pub games: u32,
}

/// What a game did to the ratings of its players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatedOutcome {
    /// The ratings changed to these.
    Counted(BySeat<PlayerRating>),
    /// The two players had played so often on that day that nothing changed.
    TooMany,
}

impl PlayerRating {
    /// Before the first game.
    const NEW: Self = Self { rating: Rating::NEW, games: 0, rated_at: 0 };

    /// The rating at a time, in milliseconds since 1970-01-01 UTC.
    pub fn at(&self, now: u64) -> Rating {
        Glicko::STANDARD.after_days(self.rating, self.days_until(now))
    }

    /// When the rating becomes provisional without another game: milliseconds since 1970-01-01 UTC; 0 if it already is.
    pub fn established_until(&self) -> u64 {
        if self.rating.is_provisional() {
            return 0;
        }
        let days = Glicko::STANDARD.days_until(self.rating, Rating::PROVISIONAL);
        // Casts to integers saturate.
        self.rated_at.saturating_add((days * DAY_MS as f64) as u64)
    }

    /// Games may be rated in another order than that of their ends: then no time has passed.
    fn days_until(&self, now: u64) -> f64 {
        let elapsed = if self.games == 0 { 0 } else { now.saturating_sub(self.rated_at) };
        elapsed as f64 / DAY_MS as f64
    }

    fn after(&self, game_end: u64, opponent: Rating, score: f64) -> Self {
        Self {
            rating: Glicko::STANDARD.rate(self.rating, self.days_until(game_end), &[(opponent, score)]),
            games: self.games.saturating_add(1),
            rated_at: self.rated_at.max(game_end),
        }
    }
}

impl<P> Default for Ratings<P> {
    fn default() -> Self {
        Self { ratings: HashMap::new(), pairs: HashMap::new() }
    }
}

impl<P: Clone + Ord + Hash> Ratings<P> {
    /// Adds a rating from an earlier fold.
    pub fn insert(&mut self, player: P, pool: Pool, rating: PlayerRating) {
        self.ratings.insert((player, pool), rating);
    }

    /// Adds the last day of two players from an earlier fold, the one with the lesser key first.
    pub fn insert_pair(&mut self, players: [P; 2], day: PairDay) {
        self.pairs.insert(players, day);
    }

    /// The rating of a player in a pool; none before the first game.
    pub fn get(&self, player: &P, pool: Pool) -> Option<PlayerRating> {
        self.ratings.get(&(player.clone(), pool)).copied()
    }

    /// Every rating, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&P, Pool, &PlayerRating)> {
        self.ratings.iter().map(|((player, pool), rating)| (player, *pool, rating))
    }

    /// The last day of every two players, in no order.
    pub fn pairs(&self) -> impl Iterator<Item = (&[P; 2], &PairDay)> {
        self.pairs.iter()
    }

    /// Adds the next game.
    pub fn add(&mut self, game: &RatedGame<P>) -> RatedOutcome {
        if !self.count_pair(game) {
            return RatedOutcome::TooMany;
        }
        let before =
            BySeat::from_fn(|seat| self.get(&game.players[seat], game.pool).unwrap_or(PlayerRating::NEW));
        let advantage = game.pool.first_turn_advantage();
        let after = BySeat::from_fn(|seat| {
            let lead = if seat == Seat::South { -advantage } else { advantage };
            let other = before[!seat].rating;
            let opponent = Rating { rating: other.rating + lead, ..other };
            before[seat].after(game.ended_at, opponent, game.score(seat))
        });
        for seat in Seat::ALL {
            self.insert(game.players[seat].clone(), game.pool, after[seat]);
        }
        RatedOutcome::Counted(after)
    }

    /// Counts a game of two players on the day of its end. Returns whether it counts for their ratings.
    fn count_pair(&mut self, game: &RatedGame<P>) -> bool {
        let pair = self.pairs.entry(game.pair()).or_default();
        let day = game.ended_at / DAY_MS;
        if pair.day != day {
            *pair = PairDay { day, games: 0 };
        }
        if pair.games >= MAX_GAMES_PER_DAY {
            return false;
        }
        pair.games += 1;
        true
    }
}
