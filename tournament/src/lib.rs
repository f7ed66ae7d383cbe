//! Pairings and standings of tournaments.
//!
//! [`round_robin`] pairs everybody with everybody once. [`standings`] folds the points of games into places.
//! This crate is pure: it does no I/O, reads no clock and takes no chance.

mod round_robin;
mod standings;

pub use round_robin::{Pairing, round_robin};
pub use standings::{DRAW_POINTS, Standing, TournamentGame, WIN_POINTS, standings};
