//! The server from outside: real sockets, real HTTP, real databases.

mod support;

mod arrangement;
mod bad_input;
mod commands;
mod history;
mod play;
mod restart;
mod slow_reader;
