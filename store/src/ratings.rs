//! Ratings: what a player's page shows, and the fold over rated games, in batches and from the beginning.

mod compare;
mod in_games;
mod rated_games;
mod rebuild;
mod rows;
mod shown;

pub use rated_games::RatedGames;
pub(crate) use rated_games::{advance_rated_count, set_rated_count, store_rated};
pub use rebuild::RatingRebuild;
