//! Games without a server: against the computer, or between two people at one keyboard or screen.

mod opponents;
mod room;

pub use opponents::Opponents;
pub use room::{Accepted, OfflineRoom};
