//! Pairings and standings from outside.

mod arena;
mod matching;
mod random_swiss;
mod round_robin;
mod standings;
mod swiss;
