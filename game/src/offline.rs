//! Games without a server: against the computer, or between two people at one keyboard or screen.

mod game;
mod log_entry;
mod opponents;
mod room;

pub use game::OfflineGame;
pub use log_entry::{entry_of_text, entry_to_text};
pub use opponents::Opponents;
pub use room::{Accepted, OfflineRoom};
