//! The server from outside: real sockets, real HTTP, real databases.

mod address_bans;
mod analysis;
mod api_page;
mod arrangement;
mod bad_connections;
mod bad_input;
mod bus;
mod caching;
mod challenges;
mod clocks;
mod commands;
mod computers;
mod concealed_stores;
mod concurrent_games;
mod copy;
#[cfg(target_os = "linux")]
mod disk_full;
mod error_codes;
mod event_streams;
mod explored_positions;
mod export;
mod history;
mod images;
mod import;
mod invitations;
mod left_games;
mod limits;
mod logs;
mod metrics;
mod middleware;
mod moderation;
mod names;
mod nodes;
mod openapi;
mod operations;
mod own_data;
mod pages;
mod pipelining;
mod player_stream;
mod plies;
mod positions;
#[cfg(unix)]
mod postgres;
mod presence;
mod proxies;
mod publish;
mod push;
mod query_limits;
mod random_games;
mod ratings;
mod raw_frames;
mod requests;
mod restart;
mod rules_pages;
mod search;
mod search_bounds;
mod search_by_end;
mod several_servers;
mod shutdown;
mod slow_reader;
mod statistics;
mod tournaments;
mod turns;
mod webhook;

/// The server's program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_ikibuguzo-server");
