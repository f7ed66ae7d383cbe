//! Tournaments: making and entering them, what pages show, and the steps that servers take.

mod entry;
mod rows;
mod shown;
mod step;

pub use entry::{EntryResult, NewTournamentRow};
pub use rows::{ByeRow, StoredTournament, TournamentGameRow, TournamentNumber, TournamentPlayer};
pub use shown::DueTimes;
pub use step::{EndedTournamentGame, TournamentStep};
pub(crate) use step::{advance_version, set_points, set_version, store_step};
