//! The server from outside: real sockets, real HTTP, real databases.

mod support;

mod arrangement;
mod bad_input;
mod commands;
#[cfg(target_os = "linux")]
mod disk_full;
mod faults;
mod history;
mod limits;
mod play;
mod raw_frames;
mod restart;
mod slow_reader;
