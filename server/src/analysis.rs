//! The analysis of finished games and of positions, on a thread of the lowest priority.
//!
//! Who asks for the analysis of a game puts it into a bounded queue in memory ([`queue`]). The thread ([`worker`]) works the
//! games out one after the other, turn by turn, and stores each when it is done. Positions come between two turns: whoever
//! asks for one waits for the answer. What a kill cuts off is lost, and has to be asked for again.

pub(crate) mod queue;
pub(crate) mod queued_game;
pub(crate) mod queued_position;
mod players_in_turn;
mod wire;
pub(crate) mod worker;
