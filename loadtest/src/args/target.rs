//! The options of every subcommand.

use std::path::PathBuf;

use clap::Args;

/// The servers under load, the CPU cores, and the format of the report.
#[derive(Clone, Debug, Args)]
pub struct Target {
    /// Path of the server program [default: ikibuguzo-server next to this program]
    #[arg(long, global = true, value_name = "PATH", conflicts_with = "url")]
    pub server: Option<PathBuf>,

    /// Database of the started servers [default: a new SQLite file in a temporary folder]
    #[arg(long, global = true, value_name = "URL", conflicts_with = "url")]
    pub database_url: Option<String>,

    /// Number of servers (nodes) to start. Several need a Postgres database
    #[arg(long, global = true, default_value_t = 1, value_name = "COUNT", conflicts_with = "url",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,

    /// The option `--bus` of the started servers
    #[arg(long, global = true, value_name = "URL", conflicts_with = "url")]
    pub bus: Option<String>,

    /// Use a running server, as http://HOST:PORT. Its socket limits must allow the load. Repeat this for several nodes
    /// on one database
    #[arg(long, global = true, value_name = "URL")]
    pub url: Vec<String>,

    /// Process id of the running server, to read its CPU time and memory. Repeat this for each `--url`, in their order
    #[arg(long, global = true, value_name = "PID", requires = "url")]
    pub pid: Vec<u32>,

    /// Keep the players and spectators of each game on one node. Otherwise they are on different nodes
    #[arg(long, global = true)]
    pub games_on_one_node: bool,

    /// CPU core to which all servers are pinned
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
