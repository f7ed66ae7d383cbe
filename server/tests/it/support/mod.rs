//! A server on a port of its own, and clients that speak the protocol's types.

mod bot;
mod client;
mod cluster;
pub(crate) mod crowd;
mod database;
mod http;
pub(crate) mod outages;
pub(crate) mod player;
mod program;
pub(crate) mod proxy;
pub(crate) mod raw;
mod server;
mod stream;
pub(crate) mod verdict;

pub(crate) use bot::Bot;
pub(crate) use client::{Client, command_id};
pub(crate) use cluster::Cluster;
pub(crate) use database::{TestDatabase, hold};
pub(crate) use http::Http;
pub(crate) use program::{
    freeze, signal, spawn, spawn_at, spawn_heard, spawn_with, spawn_with_shell, terminate,
};
pub(crate) use server::{TestServer, new_game, seat_pair, seated_pair};
pub(crate) use stream::{EventStream, NDJSON, SSE};
