//! The command line.

pub mod game_reference;
pub mod games_options;
pub mod play_options;
pub mod tournaments_options;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use ikibuguzo_bot::EndgameTable;
use ikibuguzo_engine::{ParseRulesetError, Ruleset};
use ikibuguzo_protocol::{DeclineReason, PlayerName};

use crate::connection::server_address::ServerAddress;
use crate::exit::EXIT_CODES_HELP;
use crate::full_screen::wall::MAX_GAMES;
use game_reference::GameReference;
use games_options::GamesOptions;
use play_options::PlayOptions;
use tournaments_options::TournamentsOptions;

/// Work for a turn in an analysis. A game then takes a few seconds.
const DEFAULT_ANALYSIS_NODES: u64 = 100_000;

/// Play traditional African mancala (sowing) games over the network, watch them, and read them again.
#[derive(Debug, Parser)]
#[command(name = "ikibuguzo", version, after_help = EXIT_CODES_HELP)]
pub struct Args {
    #[arg(
        long,
        global = true,
        env = "IKIBUGUZO_SERVER",
        value_name = "URL",
        help = format!(
            "The server's address; `http://` may be left out. Default: `server` in config.toml, or {}",
            ServerAddress::DEFAULT
        ),
    )]
    pub server: Option<ServerAddress>,

    /// Print the server's JSON messages, one per line, and read actions from standard input: for scripts
    #[arg(long, global = true)]
    pub json: bool,

    /// The subcommand. Without one, a terminal shows the lobby
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game: a new one, one that you are invited to, or one that you have begun
    Play(PlayOptions),
    /// Watch a game, and its rematches. Up to nine games are shown together on the whole screen
    Watch {
        /// The games' codes or web links, all of one server
        #[arg(value_name = "CODE", required = true, num_args = 1..=MAX_GAMES)]
        games: Vec<GameReference>,
        /// On the whole screen
        #[arg(long, conflicts_with = "json")]
        tui: bool,
    },
    /// Decline the invitation to a game
    Decline {
        /// The game's code or web link
        #[arg(value_name = "CODE")]
        game: GameReference,
        /// Why, for the player who invites
        #[arg(long, value_name = "REASON", value_parser = decline_reasons())]
        reason: Option<DeclineReason>,
        /// The number of this machine's player who is invited
        #[arg(long, value_name = "N", default_value_t = 1)]
        player: u32,
    },
    /// List public games and your own, the newest first
    Games(Box<GamesOptions>),
    /// List tournaments, show one, make one, or enter one
    Tournaments(TournamentsOptions),
    /// Print a game turn by turn, with the boards
    Show {
        /// The game's code or web link
        #[arg(value_name = "CODE")]
        game: GameReference,
        /// Only the position after this many turns; 0 is the first position
        #[arg(long, value_name = "TURN", conflicts_with = "json")]
        turn: Option<usize>,
        /// One turn after the other: Enter shows the next one
        #[arg(long, conflicts_with_all = ["json", "turn"])]
        step: bool,
        /// On the whole screen, where keys step through the turns
        #[arg(long, conflicts_with_all = ["json", "turn", "step"])]
        tui: bool,
    },
    /// Print the record of a game: tags, numbered turns in notation, the result (docs/NOTATION.md)
    Record {
        /// The game's code or web link
        #[arg(value_name = "CODE")]
        game: GameReference,
    },
    /// Replay the records in files, without a server, and report wrong turns. With --json, one object for each wrong
    /// record, and one object with the counts
    Verify {
        /// Also compare each record with the log of its game on the server, and the log with its hashes
        #[arg(long)]
        log: bool,

        /// Also check that the server has signed the game of each record: docs/VERIFY.md
        #[arg(long)]
        signature: bool,

        /// The server's public key, kept from an earlier time. Default: the one that the server gives now
        #[arg(long, value_name = "FILE", requires = "signature")]
        key: Option<PathBuf>,

        /// Files with records; - is standard input
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Analyse the recorded games in a file, without a server: for each turn the probability that its player wins,
    /// before the turn; for a bad turn what it lost and what was best; and the accuracy of both players. With --json,
    /// one object per game (docs/BOTS.md)
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
    /// Compute an endgame table of Njombwa; with it, the strongest computer players play the end of a game without a
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
    /// typed at the terminal, or read from standard input
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
    /// Forget a player of this machine, and revoke its token at the server. A name that was claimed can sign in again;
    /// the name of a guest is lost
    SignOut {
        /// The number of this machine's player
        #[arg(long, value_name = "N", default_value_t = 1)]
        player: u32,
    },
    /// List the names under which this machine plays at the server
    Whoami {
        /// Only the player with this number
        #[arg(long, value_name = "N")]
        player: Option<u32>,
    },
    /// Print the completions for a shell, or install them for this user
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
        /// Write them where the shell looks for them, and print the place
        #[arg(long)]
        install: bool,
    },
    /// Print the manual page, or install it for this user
    Man {
        /// Write it where `man` looks for it, and print the place
        #[arg(long)]
        install: bool,
    },
}

/// The shells for which completions can be installed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Shell {
    /// Bash
    Bash,
    /// Zsh
    Zsh,
    /// fish
    Fish,
}

impl Command {
    /// The server of the link that names the game; none without a link.
    pub fn server_of_link(&self) -> Option<&ServerAddress> {
        match self {
            Self::Watch { games, .. } => games.iter().find_map(|game| game.server.as_ref()),
            Self::Show { game, .. } | Self::Record { game } | Self::Decline { game, .. } => {
                game.server.as_ref()
            }
            Self::Play(options) => options.game.as_ref()?.server.as_ref(),
            _ => None,
        }
    }
}

/// The numbers of counters for which an endgame table can be made.
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

/// The reasons for declining an invitation, with the word that is typed for each.
const DECLINE_REASONS: [(&str, DeclineReason); DeclineReason::ALL.len()] = [
    ("later", DeclineReason::Later),
    ("too-fast", DeclineReason::TooFast),
    ("too-slow", DeclineReason::TooSlow),
    ("other-game", DeclineReason::OtherGame),
    ("rated", DeclineReason::Rated),
    ("casual", DeclineReason::Casual),
];

/// The parser of a reason.
fn decline_reasons() -> impl TypedValueParser<Value = DeclineReason> {
    PossibleValuesParser::new(DECLINE_REASONS.map(|(typed, _)| typed)).try_map(|text| {
        let reason = DECLINE_REASONS.iter().find(|(typed, _)| *typed == text);
        reason.map(|(_, reason)| *reason).ok_or("there is no such reason")
    })
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
            "play --offline --level 2 --opponent Amina",
            "play k7wq2m9xra4t --opponent Amina",
            "play --offline --clock fischer:300+5",
            "play k7wq2m9xra4t --public",
            "--new",
        ] {
            assert!(parse(&format!("ikibuguzo {line}")).is_err(), "{line}");
        }
    }
}
