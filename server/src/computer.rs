//! The server's own players: which games wait for one, and the threads on which they think.
//!
//! A computer player acts through the same commands as a person. Its thread asks the room what there is to do, thinks,
//! and sends the command to the room. A game whose computer player does not act for some seconds, because its server
//! died, is due (`ComputerTask`, [`crate::live::timers`]), so another server wakes it.

pub(crate) mod queue;
mod thinking;
pub(crate) mod worker;
