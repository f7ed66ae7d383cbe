//! Games without a server: against the computer, or between two people at one keyboard or screen.

mod game;
mod opponents;
mod room;

pub use game::OfflineGame;
pub use opponents::Opponents;
pub use room::{Accepted, OfflineRoom};
