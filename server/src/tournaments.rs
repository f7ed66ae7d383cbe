//! Tournaments: making and entering them, and the runner that begins them and their rounds.

mod entry;
mod plan;
mod points;
pub(crate) mod runner;
