//! A server in this process, and terminals that run the program.

mod backend;
mod server;
mod terminal;

pub(crate) use server::Server;
pub(crate) use terminal::Terminal;
