//! Computer players and analyses from outside.

mod analysis;
mod draws;
mod endgame;
mod laws;
mod puzzles;
mod random_games;
