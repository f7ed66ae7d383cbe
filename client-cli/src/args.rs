//! The command line.

use std::path::PathBuf;

use clap::{ArgGroup, Args as Arguments, Parser, Subcommand, ValueEnum};
use ikibuguzo_engine::{ParseRulesetError, Ruleset};
use ikibuguzo_protocol::{GameId, PlayerName, Starts, TimeControl};

use crate::connection::server_address::ServerAddress;
use crate::exit::EXIT_CODES_HELP;

/// Play African sowing games over the network, watch them, and read them again.
#[derive(Debug, Parser)]
#[command(name = "ikibuguzo", version, after_help = EXIT_CODES_HELP)]
pub struct Args {
    /// The server's address; `http://` may be left out
    #[arg(long, global = true, env = "IKIBUGUZO_SERVER", default_value = ServerAddress::DEFAULT, value_name = "URL")]
    pub server: ServerAddress,

    /// Print the server's own JSON, one message a line, and take actions from standard input: for scripts
    #[arg(long, global = true)]
    pub json: bool,

    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game: a new one, one that you were invited to, or go on with one of yours
    Play(Play),
    /// Watch a game
    Watch {
        /// The game's code
        #[arg(value_name = "CODE")]
        game: GameId,
    },
    /// List games, the newest first: public ones and your own
    Games(Box<Games>),
    /// Tell a game turn by turn, with the boards
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
    /// Play the records of files again, without a server, and say which turn is wrong
    Verify {
        /// Files of records; - is standard input
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Claim a name with a passphrase, or change either: then you can come back to it from anywhere. The passphrase is
    /// asked for, or read from standard input
    Claim {
        /// The name to be known by
        #[arg(value_name = "NAME")]
        name: PlayerName,
        /// Which one of the machine's players claims it; the first, if left out
        #[arg(long, value_name = "N", default_value_t = 1)]
        player: u32,
    },
    /// Come back to a name that you have claimed elsewhere: it becomes one more player of this machine
    SignIn {
        /// The name
        #[arg(value_name = "NAME")]
        name: PlayerName,
    },
    /// Say under which names this machine plays at the server
    Whoami {
        /// Only this one of the machine's players
        #[arg(long, value_name = "N")]
        player: Option<u32>,
    },
}

/// The options of `play`.
#[derive(Debug, Arguments)]
#[command(group(ArgGroup::new("which").args(["game", "new"]).required(true)))]
pub struct Play {
    /// The code of the game to join or to go on with
    #[arg(value_name = "CODE")]
    pub game: Option<GameId>,

    /// Create a game and wait for somebody to join it
    #[arg(long)]
    pub new: bool,

    /// What to play: ikibuguzo, kubuguza, njombwa or azigo, or one with its options: ikibuguzo:first, :second or
    /// :choice (of the opening array); njombwa:8, :9 or :10 (columns); azigo:own-row (circuit), :handicap=south,
    /// :handicap=north, or both as in azigo:handicap=north,own-row
    #[arg(long, default_value = "ikibuguzo", value_name = "RULES", value_parser = rules, requires = "new")]
    pub rules: Ruleset,

    /// Who makes the first turn of the new game
    #[arg(long, value_enum, default_value_t = Starter::Random, requires = "new")]
    pub starts: Starter,

    /// How much time the seats have: none, fischer:SECONDS+INCREMENT, delay:SECONDS+DELAY, or days:DAYS for each turn
    #[arg(long, default_value = "none", value_name = "CLOCK", requires = "new")]
    pub clock: TimeControl,

    /// List the new game, so that anybody may join it without the code
    #[arg(long, requires = "new")]
    pub public: bool,

    /// Play by itself whatever leaves no choice, such as opening turns
    #[arg(long, conflicts_with = "json")]
    pub auto_forced: bool,

    /// Play as this one of the machine's players (`whoami` lists them). Without it: one that has a seat in the game,
    /// or the first that is not playing in another terminal
    #[arg(long, value_name = "N")]
    pub player: Option<u32>,
}

/// Rules with all their options, or a game's name, which stands for its usual ones.
fn rules(text: &str) -> Result<Ruleset, ParseRulesetError> {
    text.parse().or_else(|error| {
        let named = |ruleset: &Ruleset| ruleset.name() == text;
        Ruleset::STANDARD.into_iter().find(named).ok_or(error)
    })
}

/// The options of `games`.
#[derive(Debug, Arguments)]
pub struct Games {
    /// Only games that wait for a player, are being played, or are over
    #[arg(long, value_enum)]
    pub state: Option<Stage>,

    /// Only games of this player: a name, or the number of one of this machine's players
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,

    /// Only games by these rules: ikibuguzo, or with options as in ikibuguzo:first
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// Only games of that player against this one
    #[arg(long, value_name = "NAME", requires = "player")]
    pub opponent: Option<String>,

    /// Only games that ended so: south, north, draw or none
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

    /// Only games with so many turns or more; with --rules, --arrays or --player
    #[arg(long, value_name = "TURNS")]
    pub min_turns: Option<u32>,

    /// Only games with so many turns or fewer; with --rules, --arrays or --player
    #[arg(long, value_name = "TURNS")]
    pub max_turns: Option<u32>,

    /// The oldest games first
    #[arg(long)]
    pub oldest: bool,

    /// Games on a page, 1 to 200
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub limit: Option<u32>,

    /// Go on where an earlier page ended
    #[arg(long, value_name = "CURSOR")]
    pub cursor: Option<String>,

    /// All pages, not only the first
    #[arg(long)]
    pub all: bool,
}

/// Who makes the first turn.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Starter {
    /// You
    Me,
    /// Who joins
    Opponent,
    /// The server draws
    Random,
}

impl From<Starter> for Starts {
    fn from(starter: Starter) -> Self {
        match starter {
            Starter::Me => Self::Me,
            Starter::Opponent => Self::Opponent,
            Starter::Random => Self::Random,
        }
    }
}

/// How far a game is.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Stage {
    /// A seat is free
    Open,
    /// Being arranged or played
    Live,
    /// Over
    Finished,
}

impl Stage {
    /// The stage as the query of `GET /api/games` names it.
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
    fn play_needs_a_code_or_new() {
        let parse = |line: &str| Args::try_parse_from(line.split(' '));
        assert!(
            parse("ikibuguzo play --new --rules ikibuguzo:first --starts me --clock fischer:300+5").is_ok()
        );
        assert!(parse("ikibuguzo --json play K7WQ-2M9X-RA4T --player 2").is_ok());
        for line in ["play", "play --new k7wq2m9xra4t", "play nonsense", "play --new --rules chess", "--new"]
        {
            assert!(parse(&format!("ikibuguzo {line}")).is_err(), "{line}");
        }
    }
}
