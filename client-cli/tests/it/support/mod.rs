//! A server in this process, and terminals that run the program.

mod backend;
mod pty;
mod server;
mod server_process;
mod terminal;

pub(crate) use pty::Pty;
pub(crate) use server::Server;
pub(crate) use server_process::ServerProcess;
pub(crate) use terminal::Terminal;
