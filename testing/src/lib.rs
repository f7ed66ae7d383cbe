//! A server on a port of its own, and clients that speak the protocol's types.

mod bot;
mod test_client;
mod postgres_cluster;
pub(crate) mod random_games;
mod test_database;
mod http_client;
pub(crate) mod outages;
pub(crate) mod persistent_player;
mod server_process;
pub(crate) mod fault_proxy;
pub(crate) mod raw_socket;
mod test_server;
mod event_stream;
pub(crate) mod violations;

pub(crate) use bot::Bot;
pub(crate) use test_client::{Client, command_id};
pub(crate) use postgres_cluster::Cluster;
pub(crate) use test_database::{TestDatabase, hold};
pub(crate) use http_client::Http;
pub(crate) use server_process::{
    freeze, signal, spawn, spawn_at, spawn_heard, spawn_with, spawn_with_shell, terminate,
};
pub(crate) use test_server::{TestServer, new_game, seat_pair, seated_pair};
pub(crate) use event_stream::{EventStream, NDJSON, SSE};
