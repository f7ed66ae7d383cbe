//! What the server is started with.

use std::net::SocketAddr;

use clap::Parser;

/// The server of ikibuguzo: people play the great sowing games of Africa against each other, anybody watches, and
/// every game ever played can be asked for over HTTP.
#[derive(Clone, Debug, Parser)]
#[command(version, about)]
pub struct Config {
    /// The address to listen on. Port 0 lets the system choose one.
    #[arg(long, env = "IKIBUGUZO_LISTEN", default_value = "127.0.0.1:7878", value_name = "HOST:PORT")]
    pub listen: SocketAddr,

    /// The database that keeps the games: sqlite://FILE, relative to the folder the server was started in; the file is
    /// created if it is absent.
    #[arg(long, env = "IKIBUGUZO_DATABASE_URL", default_value = "sqlite://ikibuguzo.db", value_name = "URL")]
    pub database_url: String,
}
