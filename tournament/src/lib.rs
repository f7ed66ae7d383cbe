//! Pairings and standings of tournaments.
//!
//! [`round_robin`] pairs every player with every other one once, [`pair_swiss`] makes the next round of a Swiss
//! tournament, [`pair_arena`] pairs the free players of an arena. [`standings`] and [`arena_standings`] fold the points
//! of games into places.
//! This crate is pure: it does no I/O, reads no clock and draws no random numbers.

mod arena;
mod arena_points;
mod history;
mod matching;
mod round_robin;
mod standings;
mod swiss;
mod weight;

pub use arena::{FreePlayer, pair_arena};
pub use arena_points::{arena_points, arena_standings};
pub use matching::heaviest_matching;
pub use round_robin::{Pairing, round_robin};
pub use standings::{
    BERSERK_POINTS, DRAW_POINTS, Standing, TournamentGame, WIN_POINTS, standings, swiss_standings,
};
pub use swiss::{SwissPlayer, SwissRound, pair_swiss};
pub use weight::Weight;
