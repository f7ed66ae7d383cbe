//! The server: live games over WebSocket, history over HTTP, games in a database.
//!
//! The log is the game. A command becomes facts (`ikibuguzo_game`). The facts are committed ([`live`],
//! `ikibuguzo_store`), then acknowledged, then broadcast ([`live`], `ikibuguzo_game::projection`).
//! `docs/ARCHITECTURE.md` follows one move through all of it.
//!
//! The rules of the games are in the engine; the wire format is in the protocol.

mod program;
mod serve;
mod router;
pub mod config;
pub mod app;
pub mod error;
pub mod net;
pub mod ws;
pub mod api;
mod web;
mod query;
pub mod accounts;
mod fair_queue;
mod low_priority_thread;
pub(crate) mod computer;
pub(crate) mod analysis;
pub mod cluster;
pub mod live;
pub mod membership;
pub mod operations;
mod tournaments;
mod moderation;
mod pairing_ban;
mod playing;
mod tournament_entry;
#[cfg(test)]
mod two_worlds;
pub(crate) mod push;
mod signatures;
pub mod webhook;
pub mod ops;
pub mod chance;
pub mod time;

pub use program::run;
pub use router::router;
pub use serve::serve;
