//! The options of every subcommand.

use std::path::PathBuf;

use clap::Args;

/// The server under load, the CPU cores, and the format of the report.
#[derive(Clone, Debug, Args)]
pub struct Target {
    /// Path of the server program [default: ikibuguzo-server next to this program]
    #[arg(long, global = true, value_name = "PATH", conflicts_with = "url")]
    pub server: Option<PathBuf>,

    /// Database of the started server [default: a new SQLite file in a temporary folder]
    #[arg(long, global = true, value_name = "URL", conflicts_with = "url")]
    pub database_url: Option<String>,

    /// Use a running server, as http://HOST:PORT. Its socket limits must allow the load
    #[arg(long, global = true, value_name = "URL")]
    pub url: Option<String>,

    /// Process id of the running server, to read its CPU time and memory
    #[arg(long, global = true, value_name = "PID", requires = "url")]
    pub pid: Option<u32>,

    /// CPU core to which the server is pinned
    #[arg(long, global = true, default_value_t = 0, value_name = "CORE")]
    pub server_core: u32,

    /// CPU core to which this program is pinned
    #[arg(long, global = true, default_value_t = 1, value_name = "CORE")]
    pub tool_core: u32,

    /// Pin no process to a CPU core
    #[arg(long, global = true)]
    pub no_pin: bool,

    /// Print the report as one JSON object
    #[arg(long, global = true)]
    pub json: bool,
}
