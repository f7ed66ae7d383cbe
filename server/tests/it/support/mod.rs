//! A server on a port of its own, and clients that speak the protocol's types.

mod bot;
mod client;
mod http;
pub(crate) mod player;
mod program;
pub(crate) mod proxy;
pub(crate) mod raw;
mod server;
pub(crate) mod verdict;

pub(crate) use bot::Bot;
pub(crate) use client::{Client, command_id};
pub(crate) use http::Http;
pub(crate) use program::{spawn, spawn_with_shell};
pub(crate) use server::{TestServer, seated_pair};
