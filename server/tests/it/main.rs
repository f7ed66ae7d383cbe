//! The server from outside: real sockets, real HTTP, real databases.

mod analysis;
mod arena_campaign;
mod arenas;
mod arrangement;
mod bad_connections;
mod bad_input;
mod berserk;
mod bus;
mod caching;
mod challenges;
mod clocks;
mod commands;
mod compact_events;
mod computers;
mod concealment;
mod concealed_stores;
mod concurrent_games;
#[cfg(target_os = "linux")]
mod disk_full;
mod documents;
mod error_codes;
mod event_streams;
mod explored_positions;
mod floods;
mod forms;
mod fuzz;
mod game_limits;
mod images;
mod invitations;
mod limits;
mod logs;
mod metrics;
mod middleware;
mod offline_games;
mod openapi;
mod operations;
mod page_files;
mod pages;
mod pipelining;
mod player_stream;
mod plies;
mod presence;
mod protocol_page;
mod proxies;
mod quick_start;
mod random_games;
mod raw_frames;
mod reference;
mod requests;
mod route_table;
mod rules_pages;
mod shutdown;
mod slow_reader;
mod storage;
mod swiss;
#[cfg(feature = "test-game")]
mod test_game;
mod turns;
mod unread_bodies;
mod webhook;

/// The server's program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_ikibuguzo-server");
