//! The command line.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{ArgGroup, Args as Arguments, Parser, Subcommand, ValueEnum};
use ikibuguzo_bot::EndgameTable;
use ikibuguzo_engine::{ParseRulesetError, Ruleset};
use ikibuguzo_protocol::{ComputerLevel, FirstTurn, GameId, Opponent, PlayerName, TimeControl};

use crate::connection::server_address::ServerAddress;
use crate::exit::EXIT_CODES_HELP;

/// The largest page of games that the server sends.
const MAX_PAGE_SIZE: i64 = 200;

/// Work for a turn in an analysis. A game then takes a few seconds.
const DEFAULT_ANALYSIS_NODES: u64 = 100_000;

/// Play traditional African mancala (sowing) games over the network, watch them, and read them again.
#[derive(Debug, Parser)]
#[command(name = "ikibuguzo", version, after_help = EXIT_CODES_HELP)]
pub struct Args {
    /// The server's address; `http://` may be left out
    #[arg(long, global = true, env = "IKIBUGUZO_SERVER", default_value = ServerAddress::DEFAULT, value_name = "URL")]
    pub server: ServerAddress,

    /// Print the server's JSON messages, one a line, and read actions from standard input: for scripts
    #[arg(long, global = true)]
    pub json: bool,

    /// The subcommand
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game: a new one, one that you are invited to, or one that you have begun
    Play(PlayOptions),
    /// Watch a game
    Watch {
        /// The game's code
        #[arg(value_name = "CODE")]
        game: GameId,
    },
    /// List public games and your own, the newest first
    Games(Box<GamesOptions>),
    /// Print a game turn by turn, with the boards
    Show {
        /// The game's code
        #[arg(value_name = "CODE")]
        game: GameId,
    },
    /// Print the record of a game: tags, numbered turns in notation, the result (docs/NOTATION.md)
    Record {
        /// The game's code
        #[arg(value_name = "CODE")]
        game: GameId,
    },
    /// Replay the records in files, without a server, and report wrong turns
    Verify {
        /// Files with records; - is standard input
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Analyse the recorded games in a file, without a server: for each turn the probability that its player wins, before
    /// the turn; for a bad turn what it lost and what was best; and the accuracy of both players. With --json, one object a
    /// game (docs/BOTS.md)
    Analyse {
        /// A file with records; - is standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The work for a turn: actions that each of its searches plays
        #[arg(
            long,
            value_name = "NODES",
            default_value_t = DEFAULT_ANALYSIS_NODES,
            value_parser = clap::value_parser!(u64).range(1..),
        )]
        nodes: u64,
    },
    /// Work out an endgame table of Njombwa, with which the strongest computer players play the end of a game without a
    /// mistake. With 7 counters it takes from seconds (njombwa:8) to two minutes and 1.7 GB of memory (njombwa:10)
    EndgameTable {
        /// The board: njombwa:8, :9 or :10
        #[arg(long, default_value = "njombwa:8", value_name = "RULES", value_parser = parse_rules)]
        rules: Ruleset,
        /// The largest number of counters on the board
        #[arg(
            long,
            default_value_t = 6,
            value_name = "COUNTERS",
            value_parser = clap::value_parser!(u8).range(table_counters()),
        )]
        counters: u8,
        /// The file to write
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Claim a name with a passphrase, or change either, so that you can sign in from any machine. The passphrase is
    /// asked for at the terminal, or read from standard input
    Claim {
        /// The name that others will see
        #[arg(value_name = "NAME")]
        name: PlayerName,
        /// The number of this machine's player that claims it
        #[arg(long, value_name = "N", default_value_t = 1)]
        player: u32,
    },
    /// Sign in to a name that you have claimed: it becomes another player of this machine
    SignIn {
        /// The claimed name
        #[arg(value_name = "NAME")]
        name: PlayerName,
    },
    /// List the names under which this machine plays at the server
    Whoami {
        /// Only the player with this number
        #[arg(long, value_name = "N")]
        player: Option<u32>,
    },
}

/// The options of `play`.
#[derive(Debug, Arguments)]
#[command(group(ArgGroup::new("which").args(["game", "new", "offline"]).required(true)))]
pub struct PlayOptions {
    /// The code of the game to join or to continue
    #[arg(value_name = "CODE")]
    pub game: Option<GameId>,

    /// Create a game and wait for an opponent
    #[arg(long)]
    pub new: bool,

    /// Play against the computer, without a server
    #[arg(long, conflicts_with = "player")]
    pub offline: bool,

    /// The level of the computer, from 1 to 8, the strongest
    #[arg(long, default_value = "3", value_name = "LEVEL", value_parser = parse_level, conflicts_with_all = ["game", "new"])]
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

    /// Play against a computer player of the server, from bot:1, the weakest, to bot:8; or invite a player by name, so that
    /// nobody else can join
    #[arg(long, value_name = "OPPONENT", requires = "new")]
    pub opponent: Option<Opponent>,

    /// List the new game publicly, so that anybody can join it without the code
    #[arg(long, conflicts_with_all = ["game", "offline"])]
    pub public: bool,

    /// Play forced turns without asking, such as opening turns
    #[arg(long, conflicts_with = "json")]
    pub auto_forced: bool,

    /// Play as this machine's player with this number (`whoami` lists them). Default: the player that has a seat in the
    /// game, or else the first that is not playing in another terminal
    #[arg(long, value_name = "N")]
    pub player: Option<u32>,
}

/// The numbers of counters up to which an endgame table can be made.
fn table_counters() -> RangeInclusive<i64> {
    let counters = EndgameTable::COUNTERS;
    i64::from(*counters.start())..=i64::from(*counters.end())
}

/// Parses rules with all their options, or a game's name, which stands for its standard options.
fn parse_rules(text: &str) -> Result<Ruleset, ParseRulesetError> {
    text.parse().or_else(|error| {
        let has_name = |ruleset: &Ruleset| ruleset.name() == text;
        Ruleset::STANDARD.into_iter().find(has_name).ok_or(error)
    })
}

fn parse_level(text: &str) -> Result<ComputerLevel, String> {
    let is_written = |level: &ComputerLevel| level.number().to_string() == text;
    ComputerLevel::ALL
        .into_iter()
        .find(is_written)
        .ok_or_else(|| "a level is a number from 1 to 8".to_owned())
}

/// The options of `games`.
#[derive(Debug, Arguments)]
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn play_needs_a_code_new_or_offline() {
        let parse = |line: &str| Args::try_parse_from(line.split(' '));
        assert!(
            parse("ikibuguzo play --new --rules ikibuguzo:first --starts me --clock fischer:300+5").is_ok()
        );
        assert!(
            parse("ikibuguzo play --offline --level 8 --rules azigo --starts opponent --auto-forced").is_ok()
        );
        assert!(parse("ikibuguzo --json play K7WQ-2M9X-RA4T --player 2").is_ok());
        for line in [
            "play",
            "play --new k7wq2m9xra4t",
            "play nonsense",
            "play --new --rules chess",
            "play k7wq2m9xra4t --rules azigo",
            "play --new --offline",
            "play --new --level 3",
            "play --offline --level 9",
            "play --offline --clock fischer:300+5",
            "play k7wq2m9xra4t --public",
            "--new",
        ] {
            assert!(parse(&format!("ikibuguzo {line}")).is_err(), "{line}");
        }
    }
}
