//! The options of `games`, which also filter the lobby.

use clap::{Args as Arguments, Parser, ValueEnum};

/// The largest page of games that the server sends.
const MAX_PAGE_SIZE: i64 = 200;

/// A line with options of `games`.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct FilterLine {
    /// The options
    #[command(flatten)]
    pub options: GamesOptions,
}

/// The options of `games`.
#[derive(Clone, Debug, Default, Arguments)]
pub struct GamesOptions {
    /// Only games that wait for a player, are being played, or are over
    #[arg(long, value_enum)]
    pub state: Option<StateFilter>,

    /// Only games of this player: a name, or the number of a player of this machine
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,

    /// Only games with these rules: ikibuguzo, or with options as in ikibuguzo:first
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// Only games of --player against this player
    #[arg(long, value_name = "NAME", requires = "player")]
    pub opponent: Option<String>,

    /// Only games with this result: south, north, draw or none
    #[arg(long, value_name = "RESULT")]
    pub result: Option<String>,

    /// Only games that ended for this reason, such as no-move
    #[arg(long, value_name = "REASON")]
    pub reason: Option<String>,

    /// Only games with these opening arrays of South and North, such as first-second
    #[arg(long, value_name = "ARRAYS")]
    pub arrays: Option<String>,

    /// Only games created on this day or later, such as 2026-11-21
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,

    /// Only games created before this day
    #[arg(long, value_name = "DATE")]
    pub until: Option<String>,

    /// Only games with at least this many turns; with --rules, --arrays or --player
    #[arg(long, value_name = "TURNS")]
    pub min_turns: Option<u32>,

    /// Only games with at most this many turns; with --rules, --arrays or --player
    #[arg(long, value_name = "TURNS")]
    pub max_turns: Option<u32>,

    /// List the oldest games first
    #[arg(long)]
    pub oldest: bool,

    #[arg(
        long,
        value_name = "COUNT",
        help = format!("Games on a page, 1 to {MAX_PAGE_SIZE}"),
        value_parser = clap::value_parser!(u32).range(1..=MAX_PAGE_SIZE),
    )]
    pub limit: Option<u32>,

    /// Continue after an earlier page, which printed this cursor
    #[arg(long, value_name = "CURSOR")]
    pub cursor: Option<String>,

    /// Print all pages, not only the first
    #[arg(long)]
    pub all: bool,
}

/// The states that a list of games can be limited to.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum StateFilter {
    /// A seat is free
    Open,
    /// Counters are being arranged, or turns played
    Live,
    /// Over
    Finished,
}

impl StateFilter {
    /// The state's name in the query of `GET /api/games`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Live => "live",
            Self::Finished => "finished",
        }
    }
}
