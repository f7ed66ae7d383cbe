//! Rated games, and which of them share a rating.

use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_engine::{BySeat, Ruleset, Seat};

/// A finished rated game, with players known by keys of type `P`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame<P> {
    /// The rating that it changes.
    pub pool: Pool,
    /// The players; South began.
    pub players: BySeat<P>,
    /// The winner; none for a draw.
    pub winner: Option<Seat>,
    /// When it ended: milliseconds since 1970-01-01 UTC.
    pub ended_at: u64,
}

impl<P> RatedGame<P> {
    /// The points of a seat: 1, 0.5 or 0.
    pub fn score(&self, seat: Seat) -> f64 {
        self.winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 })
    }
}

impl<P: Clone + Ord> RatedGame<P> {
    /// The two players, the one with the lesser key first.
    pub fn pair(&self) -> [P; 2] {
        let mut pair = [self.players.south.clone(), self.players.north.clone()];
        pair.sort();
        pair
    }
}

/// Games that share a rating: those of one name, with clocks of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pool {
    /// The name of the game, without options.
    pub game: &'static str,
    /// The kind of its clocks.
    pub speed: Speed,
}

/// The kind of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Speed {
    /// Seconds for a game: both players are present.
    Live,
    /// Days for each turn.
    Correspondence,
}

/// The text names no pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePoolError;

impl Pool {
    /// Every pool, by game.
    pub fn all() -> impl Iterator<Item = Self> {
        let games = Ruleset::STANDARD.iter().map(|rules| rules.name());
        games.flat_map(|game| [Speed::Live, Speed::Correspondence].map(|speed| Self { game, speed }))
    }

    /// The value of the first turn, in rating points: a player who begins is as strong as one whose rating is higher by
    /// this.
    pub fn first_turn_advantage(self) -> f64 {
        let rules = Ruleset::STANDARD.iter().find(|rules| rules.name() == self.game);
        rules.map_or(0.0, |rules| f64::from(rules.traits().first_turn_advantage))
    }
}

impl Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.game)?;
        f.write_str(match self.speed {
            Speed::Live => "",
            Speed::Correspondence => "-correspondence",
        })
    }
}

impl FromStr for Pool {
    type Err = ParsePoolError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::all().find(|pool| pool.to_string() == text).ok_or(ParsePoolError)
    }
}

impl Display for ParsePoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rating is named after its game, such as kubuguza or kubuguza-correspondence")
    }
}
