//! The server from outside: real sockets, real HTTP, real databases.

mod support;

mod api_page;
mod arrangement;
mod absence;
mod bad_input;
mod clocks;
mod commands;
mod copy;
mod describe;
#[cfg(target_os = "linux")]
mod disk_full;
mod faults;
mod history;
mod limits;
mod logs;
mod manners;
mod metrics;
mod names;
mod play;
#[cfg(unix)]
mod postgres;
mod raw_frames;
mod restart;
mod slow_reader;
mod stop;
mod streams;
mod together;
