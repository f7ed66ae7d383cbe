//! The options of `play`.

use std::path::PathBuf;

use clap::{ArgGroup, Args as Arguments, ValueEnum};
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{ComputerLevel, FirstTurn, MAX_CHALLENGE_TERM_SECONDS, Opponent, TimeControl};

use super::game_reference::GameReference;
use super::parse_rules;

/// The longest time for which an invitation can stay open, in hours.
const MAX_HOURS: u32 = MAX_CHALLENGE_TERM_SECONDS / 3_600;

/// The options of `play`.
#[derive(Clone, Debug, Arguments)]
#[command(group(ArgGroup::new("which").args(["game", "new", "offline"]).required(true)))]
pub struct PlayOptions {
    /// The code or web link of the game to join or to continue
    #[arg(value_name = "CODE")]
    pub game: Option<GameReference>,

    /// Create a game and wait for an opponent
    #[arg(long)]
    pub new: bool,

    /// Play without a server: against the computer, or with --opponent against somebody at the same keyboard
    #[arg(long, conflicts_with = "player")]
    pub offline: bool,

    /// The level of the computer, from 1 to 8, the strongest
    #[arg(long, default_value = "3", value_name = "LEVEL", value_parser = parse_level, conflicts_with_all = ["game", "new", "opponent"])]
    pub level: ComputerLevel,

    /// Append the record of the game to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "new"])]
    pub save: Option<PathBuf>,

    /// A file with an endgame table, for levels 7 and 8 (`endgame-table` makes it)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "new"])]
    pub endgame_table: Option<PathBuf>,

    /// The seed of all random choices of the computer, for tests
    #[arg(long, hide = true, conflicts_with_all = ["game", "new"])]
    pub seed: Option<u64>,

    /// The game to play: ikibuguzo, kubuguza, njombwa or azigo, or one with its options: ikibuguzo:first, :second or
    /// :choice (of the opening array); njombwa:8, :9 or :10 (columns); azigo:own-row (circuit), :handicap=south,
    /// :handicap=north, or both as in azigo:handicap=north,own-row
    #[arg(long, default_value = "ikibuguzo", value_name = "RULES", value_parser = parse_rules, conflicts_with = "game")]
    pub rules: Ruleset,

    /// The player who makes the first turn of the new game
    #[arg(long, value_enum, default_value_t = Starter::Random, conflicts_with = "game")]
    pub starts: Starter,

    /// The players' time: none, fischer:SECONDS+INCREMENT, delay:SECONDS+DELAY, or days:DAYS for each turn
    #[arg(long, default_value = "none", value_name = "CLOCK", conflicts_with_all = ["game", "offline"])]
    pub clock: TimeControl,

    /// Play against a computer player of the server, from bot:1, the weakest, to bot:8; or invite a player by name, so
    /// that nobody else can join. With --offline, a name is that of somebody at the same keyboard
    #[arg(long, value_name = "OPPONENT", conflicts_with = "game")]
    pub opponent: Option<Opponent>,

    /// For how many hours the invitation of a player stays open. Otherwise it stays open for a week; with a clock in
    /// seconds, until 10 minutes after you have left
    #[arg(long, value_name = "HOURS", requires = "opponent", conflicts_with_all = ["game", "offline"],
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_HOURS)))]
    pub open_for: Option<u32>,

    /// List the new game publicly, so that anybody can join it without the code
    #[arg(long, conflicts_with_all = ["game", "offline"])]
    pub public: bool,

    /// Let the result change the ratings: with a clock, between players who have claimed their names
    #[arg(long, conflicts_with_all = ["game", "offline"])]
    pub rated: bool,

    /// Play on the whole screen
    #[arg(long, conflicts_with = "json")]
    pub tui: bool,

    /// Play forced turns without asking, such as opening turns
    #[arg(long, conflicts_with = "json")]
    pub auto_forced: bool,

    /// Play as this machine's player with this number (`whoami` lists them). Default: the player that has a seat in the
    /// game, otherwise the first that is not playing in another terminal
    #[arg(long, value_name = "N")]
    pub player: Option<u32>,
}

/// The player who makes the first turn.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Starter {
    /// You
    Me,
    /// The player who joins, or the computer
    Opponent,
    /// Chosen at random
    Random,
}

impl From<Starter> for FirstTurn {
    fn from(starter: Starter) -> Self {
        match starter {
            Starter::Me => Self::Me,
            Starter::Opponent => Self::Opponent,
            Starter::Random => Self::Random,
        }
    }
}

fn parse_level(text: &str) -> Result<ComputerLevel, String> {
    let is_written = |level: &ComputerLevel| level.number().to_string() == text;
    ComputerLevel::ALL
        .into_iter()
        .find(is_written)
        .ok_or_else(|| "a level is a number from 1 to 8".to_owned())
}
