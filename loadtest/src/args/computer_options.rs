//! The options of `computers`.

use std::time::Duration;

use clap::Args;
use ikibuguzo_bot::Level;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{ComputerLevel, TimeControl};

use crate::args::values::{parse_computer_level, parse_level, parse_seconds};

/// The games against computer players.
#[derive(Clone, Debug, Args)]
pub struct ComputersOptions {
    /// Concurrent games. Each has its own player
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,

    /// The level of the server's computer player, 1 to 8
    #[arg(long, default_value = "8", value_name = "LEVEL", value_parser = parse_computer_level)]
    pub level: ComputerLevel,

    /// The level at which the tool plays against it, 1 to 8. The tool's own thinking is not measured
    #[arg(long, default_value = "5", value_name = "LEVEL", value_parser = parse_level)]
    pub opponent_level: Level,

    /// A game and its options. Repeat this to play several games in turn
    #[arg(long, default_values_t = Ruleset::STANDARD, value_name = "RULES")]
    pub rules: Vec<Ruleset>,

    /// The clock of the games, such as fischer:300+5. A game that a clock ends is an error
    #[arg(long, default_value_t, value_name = "CLOCK")]
    pub clock: TimeControl,

    /// Seconds to measure. Answers that are awaited at the end still count
    #[arg(long, default_value = "30", value_name = "SECONDS", value_parser = parse_seconds)]
    pub seconds: Duration,

    /// Seed of the tool's actions. The computer players draw their own random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}
