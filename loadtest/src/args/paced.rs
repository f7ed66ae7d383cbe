//! The options of `failover` and `rolling-restart`.

use std::time::Duration;

use clap::Args;
use ikibuguzo_engine::Ruleset;

use crate::args::values::parse_seconds;

/// The games of clients that reconnect.
#[derive(Clone, Debug, Args)]
pub struct PacedOptions {
    /// Concurrent games. Each player has a socket
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,

    /// Moves per second, in all games together. Each game makes its moves at equal intervals
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
    pub rate: u32,

    /// Additional sockets, each of which watches a game
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    pub idle_sockets: u32,

    /// A game and its options. Repeat this to play several games in turn
    #[arg(long, default_values_t = Ruleset::STANDARD, value_name = "RULES")]
    pub rules: Vec<Ruleset>,

    /// Seconds of play before the first node stops
    #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = parse_seconds)]
    pub warm_up: Duration,

    /// Compare only every n-th board, if the tool is too slow to compare all of them
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub check_one_in: u32,

    /// Seed of the random moves and delays
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl PacedOptions {
    /// The number of sockets of players and spectators.
    pub fn socket_count(&self) -> usize {
        2 * self.games as usize + self.idle_sockets as usize
    }
}
