//! The server from outside: real sockets, real HTTP, real databases.

mod support;

mod arrangement;
mod absence;
mod bad_input;
mod caching;
mod clocks;
mod commands;
mod copy;
#[cfg(target_os = "linux")]
mod disk_full;
mod faults;
mod figures;
mod history;
mod limits;
mod logs;
mod metrics;
mod pages;
mod play;
mod plies;
mod positions;
#[cfg(unix)]
mod postgres;
mod raw_frames;
mod restart;
mod search;
mod slow_reader;
mod stop;
mod streams;
mod together;
