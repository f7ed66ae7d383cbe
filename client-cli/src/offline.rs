//! Games without a server: against the computer, or between two people at one keyboard.
//!
//! A room of the `game` crate runs in this program. Its projection makes the same messages as a server, so the rest of
//! the client need not distinguish them.

mod offline_task;
pub mod offline_analysis;
pub mod offline_host;
