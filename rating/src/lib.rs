//! Ratings of players: a fold over finished rated games, in one order.
//!
//! [`Glicko`] is Glicko-2 with a rating period for each game, and fractions of a period while a player does not play.
//! [`Ratings`] folds games over it. The arithmetic is the same on every machine: the same games in the same order give
//! the same bits. This crate is pure: it does no I/O and reads no clock.

mod glicko;
mod rated_game;
mod ratings;

pub use glicko::{Glicko, Rating};
pub use rated_game::{ParsePoolError, Pool, RatedGame, Speed};
pub use ratings::{MAX_GAMES_PER_DAY, PairDay, PlayerRating, RatedOutcome, Ratings};
