//! The command line.

mod computer_options;
mod paced;
mod target;
mod values;

use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::TimeControl;

pub use computer_options::ComputersOptions;
pub use paced::PacedOptions;
pub use target::Target;
use values::parse_seconds;

/// Plays many games on a server, checks every board against the engine, and measures throughput, latency and memory
///
/// Exits with 0 if there was no error, and with 1 otherwise: a refusal, a lost connection, a board that differs from
/// the engine's, or a move that was not acknowledged.
#[derive(Clone, Debug, Parser)]
#[command(name = "ikibuguzo-loadtest", version)]
pub struct Arguments {
    /// What to measure.
    #[command(subcommand)]
    pub mode: Mode,

    /// Which server to measure, and how to print the report.
    #[command(flatten)]
    pub target: Target,
}

/// The subcommands.
#[derive(Clone, Debug, Subcommand)]
pub enum Mode {
    /// Play games in which each player moves as soon as it is its turn
    Closed {
        /// The games.
        #[command(flatten)]
        options: LoadOptions,
    },
    /// Play games with moves at a fixed rate. The time of a late move is counted from when it was due
    Rate {
        /// The games.
        #[command(flatten)]
        options: LoadOptions,

        /// Moves per second, in all games together
        #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
        rate: u32,
    },
    /// Keep sockets open that send nothing after hello, and measure the server's memory
    Idle {
        /// Number of sockets
        #[arg(long, value_name = "COUNT")]
        sockets: usize,

        /// Seconds until the memory is measured
        #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = parse_seconds)]
        seconds: Duration,
    },
    /// Kill one of several nodes while games are played, and measure how its clients continue at the others
    Failover {
        /// The games.
        #[command(flatten)]
        options: PacedOptions,

        /// The clock of the games, such as fischer:300+5
        #[arg(long, default_value_t, value_name = "CLOCK")]
        clock: TimeControl,

        /// Seconds from the kill to the end of the run
        #[arg(long, default_value = "30", value_name = "SECONDS", value_parser = parse_seconds)]
        seconds: Duration,
    },
    /// Restart all nodes one after the other while games are played, and compare what was acknowledged and charged
    RollingRestart {
        /// The games.
        #[command(flatten)]
        options: PacedOptions,

        /// The clock of the games, or none
        #[arg(long, default_value = "fischer:300+5", value_name = "CLOCK")]
        clock: TimeControl,

        /// Seconds from the start of a node to the stop of the next one
        #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = parse_seconds)]
        pause: Duration,
    },
    /// Play against computer players of the server, and measure how long their answers take
    Computers {
        /// The games.
        #[command(flatten)]
        options: ComputersOptions,
    },
    /// Measure the cost of sockets alone: pairs of sockets exchange moves over a relay without rules or storage
    Bare {
        /// Pairs of sockets
        #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,

        /// Seconds to measure
        #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = parse_seconds)]
        seconds: Duration,

        /// Never sleep, so that the relay spends no time on waking this program
        #[arg(long)]
        awake: bool,
    },
    /// Run the relay of `bare`, which starts it itself
    #[command(hide = true)]
    Relay,
}

impl Mode {
    /// The number of sockets that it opens.
    pub fn socket_count(&self) -> usize {
        match self {
            Self::Closed { options } | Self::Rate { options, .. } => options.socket_count(),
            Self::Failover { options, .. } | Self::RollingRestart { options, .. } => options.socket_count(),
            Self::Idle { sockets, .. } => *sockets,
            Self::Computers { options } => options.games as usize,
            Self::Bare { games, .. } => 2 * *games as usize,
            Self::Relay => 0,
        }
    }

    /// Whether this program never sleeps.
    pub fn is_awake(&self) -> bool {
        match self {
            Self::Closed { options } | Self::Rate { options, .. } => options.awake,
            Self::Bare { awake, .. } => *awake,
            Self::Failover { .. }
            | Self::RollingRestart { .. }
            | Self::Idle { .. }
            | Self::Computers { .. }
            | Self::Relay => false,
        }
    }
}

/// The options of `closed` and `rate`.
#[derive(Clone, Debug, Args)]
pub struct LoadOptions {
    /// Concurrent games
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,

    /// Seconds to measure
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = parse_seconds)]
    pub seconds: Duration,

    /// Stop earlier, after this number of acknowledged moves
    #[arg(long, value_name = "COUNT")]
    pub moves: Option<u64>,

    /// Spectators of each game
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    pub spectators: u32,

    /// Let only one game have spectators, and report its times separately
    #[arg(long)]
    pub one_watched: bool,

    /// A game and its options. Repeat this to play several games in turn
    #[arg(long, default_values_t = Ruleset::STANDARD, value_name = "RULES")]
    pub rules: Vec<Ruleset>,

    /// Concurrent games of a player over one socket, all against the same opponent. The server lets a socket follow 32
    /// games and send 20 messages per second that are not moves. This suffices for about 5 games to end
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=32))]
    pub games_per_socket: u32,

    /// Additional games that are set up in advance, to replace games that end
    #[arg(long, default_value_t = 64, value_name = "COUNT")]
    pub spare: u32,

    /// Never sleep, so that the server spends no time on waking this program. Spectators then get no CPU time
    #[arg(long, conflicts_with = "spectators")]
    pub awake: bool,

    /// Compare only every n-th board, if the tool is too slow to compare all of them
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub check_one_in: u32,

    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl LoadOptions {
    /// The number of sockets of players and spectators.
    pub fn socket_count(&self) -> usize {
        let series = self.series_count() as usize;
        let watched = if self.one_watched { 1 } else { series };
        2 * series.div_ceil(self.games_per_socket as usize) + watched * self.spectators as usize
    }

    /// The rules of the games in turn: at most as many as there are concurrent games.
    pub fn used_rules(&self) -> &[Ruleset] {
        &self.rules[..self.rules.len().min(self.games as usize)]
    }

    /// The number of series of games: one for each concurrent game and each spare one.
    pub fn series_count(&self) -> u32 {
        self.games.saturating_add(self.spare)
    }
}

#[cfg(test)]
mod tests;
