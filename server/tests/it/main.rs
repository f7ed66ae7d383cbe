//! The server from outside: real sockets, real HTTP, real databases.

mod support;

mod api_page;
mod arrangement;
mod absence;
mod bad_input;
mod busy;
mod caching;
mod clocks;
mod commands;
mod copy;
mod describe;
#[cfg(target_os = "linux")]
mod disk_full;
mod export;
mod faults;
mod figures;
mod history;
mod images;
mod import;
mod limits;
mod logs;
mod manners;
mod metrics;
mod names;
mod pages;
mod pipelined;
mod play;
mod plies;
mod positions;
#[cfg(unix)]
mod postgres;
mod raw_frames;
mod restart;
mod rules_pages;
mod search;
mod search_bounds;
mod slow_reader;
mod stop;
mod streams;
mod together;
