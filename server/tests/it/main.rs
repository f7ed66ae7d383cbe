//! The server from outside: real sockets, real HTTP, real databases.

#[path = "../../../testing/src/lib.rs"]
mod support;

mod api_page;
mod arrangement;
mod presence;
mod bad_input;
mod concurrent_games;
mod caching;
mod clocks;
mod commands;
mod copy;
mod openapi;
#[cfg(target_os = "linux")]
mod disk_full;
mod export;
mod bad_connections;
mod statistics;
mod history;
mod images;
mod import;
mod limits;
mod logs;
mod middleware;
mod metrics;
mod names;
mod pages;
mod pipelining;
mod random_games;
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
mod shutdown;
mod event_streams;
mod several_servers;
