//! The server from outside: real sockets, real HTTP, real databases.

mod support;

mod arrangement;
mod absence;
mod bad_input;
mod clocks;
mod commands;
mod copy;
#[cfg(target_os = "linux")]
mod disk_full;
mod faults;
mod history;
mod images;
mod limits;
mod logs;
mod metrics;
mod play;
mod plies;
#[cfg(unix)]
mod postgres;
mod raw_frames;
mod restart;
mod rules_pages;
mod slow_reader;
mod stop;
mod streams;
mod together;
