//! Tournaments: making and entering them, and the runner that begins them and their rounds.

mod arena_plan;
pub(crate) mod fold;
mod plan;
pub(crate) mod points;
pub(crate) mod runner;
mod swiss_plan;
