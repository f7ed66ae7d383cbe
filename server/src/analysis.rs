//! The analysis of finished games and of positions, on a thread of the lowest priority.
//!
//! A request puts a game into a bounded queue in memory ([`queue`]). The thread ([`worker`]) analyses one game after
//! the other, turn by turn, and stores each analysis when it is finished. A position is analysed between two turns,
//! because its client waits for the answer. After a kill, an analysis that was not finished has to be requested again.

pub(crate) mod queue;
pub(crate) mod queued_game;
pub(crate) mod queued_position;
pub(crate) mod stored;
pub(crate) mod worker;
