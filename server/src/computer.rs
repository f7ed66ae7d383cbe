//! The server's own players: the threads on which they think.
//!
//! A computer player acts through the same commands as a person. Its thread asks the room what there is to do, thinks,
//! and sends the command to the room. If a computer player has not acted after two seconds, for example because its
//! server has died, the game is due (`Room::next_check_at`), and a server wakes it ([`crate::live::timers`]).

pub(crate) mod thinking;
pub(crate) mod worker;
