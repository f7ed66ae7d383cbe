//! What the tool is started with.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use ikibuguzo_engine::Ruleset;

/// Plays many games on a server at a time, compares every board with the engine's, and measures.
///
/// Exits with 0 when all went well, with 1 when anything was wrong: a refusal, a lost connection, a board that is not
/// the engine's, a move that was never acknowledged.
#[derive(Clone, Debug, Parser)]
#[command(name = "ikibuguzo-loadtest", version)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub load: Load,

    /// Where and how to do it.
    #[command(flatten)]
    pub target: Target,
}

/// The kinds of load.
#[derive(Clone, Debug, Subcommand)]
pub enum Load {
    /// Games in which whoever is to move does so at once
    Closed {
        /// The games
        #[command(flatten)]
        games: Games,
    },
    /// Games in which moves are due by a timetable, and late ones count from when they were due
    Rate {
        /// The games
        #[command(flatten)]
        games: Games,

        /// Moves a second, in all games together
        #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..))]
        rate: u32,
    },
    /// Sockets that have said hello and are silent
    Idle {
        /// How many
        #[arg(long, value_name = "COUNT")]
        sockets: usize,

        /// How long they stay, in seconds
        #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = seconds)]
        seconds: Duration,
    },
    /// Moves that a relay passes on, which stores nothing and knows no rules: what sockets alone cost here
    Bare {
        /// Pairs of sockets
        #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,

        /// How long to measure, in seconds
        #[arg(long, default_value = "5", value_name = "SECONDS", value_parser = seconds)]
        seconds: Duration,

        /// Never sleep, so that the relay is not charged with waking this program
        #[arg(long)]
        awake: bool,
    },
    /// The relay of `bare`, which starts it by itself
    #[command(hide = true)]
    Relay,
}

impl Load {
    /// Sockets that it takes.
    pub fn sockets(&self) -> usize {
        match self {
            Self::Closed { games } | Self::Rate { games, .. } => games.sockets(),
            Self::Idle { sockets, .. } => *sockets,
            Self::Bare { games, .. } => 2 * *games as usize,
            Self::Relay => 0,
        }
    }

    /// Whether this program never sleeps.
    pub fn is_awake(&self) -> bool {
        match self {
            Self::Closed { games } | Self::Rate { games, .. } => games.awake,
            Self::Bare { awake, .. } => *awake,
            Self::Idle { .. } | Self::Relay => false,
        }
    }
}

/// How many games, and for how long.
#[derive(Clone, Debug, Args)]
pub struct Games {
    /// Games under way at a time
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,

    /// How long to measure, in seconds
    #[arg(long, default_value = "10", value_name = "SECONDS", value_parser = seconds)]
    pub seconds: Duration,

    /// Stop after so many acknowledged moves, if that is sooner
    #[arg(long, value_name = "COUNT")]
    pub moves: Option<u64>,

    /// Spectators of each game
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    pub spectators: u32,

    /// Let one game alone have spectators
    #[arg(long)]
    pub one_watched: bool,

    /// A game and its options; given several times, they are dealt out in turn. If left out, all four are, with their
    /// usual options
    #[arg(long, default_values_t = Ruleset::STANDARD, value_name = "RULES")]
    pub rules: Vec<Ruleset>,

    /// Games that a player plays over its one socket at a time, all against one opponent; a server lets a socket follow
    /// 32, and pass 20 messages a second that are not moves, which are enough for some 5 games to end
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=32))]
    pub games_per_socket: u32,

    /// Games beside those under way, in which the next ones are being set up
    #[arg(long, default_value_t = 64, value_name = "COUNT")]
    pub spare: u32,

    /// Never sleep, so that the server is not charged with waking this program; whoever watches would get no turn
    #[arg(long, conflicts_with = "spectators")]
    pub awake: bool,

    /// Compare one board in so many, where the tool itself is too slow to compare them all
    #[arg(long, default_value_t = 1, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub check_one_in: u32,

    /// What is drawn at random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Games {
    /// Sockets that play or watch.
    pub fn sockets(&self) -> usize {
        let tables = self.tables() as usize;
        let watched = if self.one_watched { 1 } else { tables };
        2 * tables.div_ceil(self.games_per_socket as usize) + watched * self.spectators as usize
    }

    /// The rules of the games, dealt out in turn; no more than there are games under way.
    pub fn in_turn(&self) -> &[Ruleset] {
        &self.rules[..self.rules.len().min(self.games as usize)]
    }

    /// Games under way, and those in which the next ones are being set up.
    pub fn tables(&self) -> u32 {
        self.games.saturating_add(self.spare)
    }
}

/// Where and how to do it.
#[derive(Clone, Debug, Args)]
pub struct Target {
    /// The server's program; if left out, the one beside this program
    #[arg(long, global = true, value_name = "PATH", conflicts_with = "url")]
    pub server: Option<PathBuf>,

    /// The database of the server that is started; if left out, a new SQLite file in a temporary folder
    #[arg(long, global = true, value_name = "URL", conflicts_with = "url")]
    pub database_url: Option<String>,

    /// A server that runs already, as http://HOST:PORT; its bounds on sockets must allow for the load
    #[arg(long, global = true, value_name = "URL")]
    pub url: Option<String>,

    /// The process of a server that runs already, to read its CPU time and memory
    #[arg(long, global = true, value_name = "PID", requires = "url")]
    pub pid: Option<u32>,

    /// The core that the server is pinned to
    #[arg(long, global = true, default_value_t = 0, value_name = "CORE")]
    pub server_core: u32,

    /// The core that this program is pinned to
    #[arg(long, global = true, default_value_t = 1, value_name = "CORE")]
    pub tool_core: u32,

    /// Pin nothing
    #[arg(long, global = true)]
    pub no_pin: bool,

    /// Print the figures as one JSON object
    #[arg(long, global = true)]
    pub json: bool,
}

/// The longest run, in seconds: a day.
const LONGEST: f64 = 86_400.0;

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if seconds > 0.0 && seconds <= LONGEST {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("more than 0 and at most {LONGEST} seconds"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sockets(line: &str) -> usize {
        let words = ["ikibuguzo-loadtest", "closed"].into_iter().chain(line.split(' '));
        Arguments::try_parse_from(words).expect("arguments").load.sockets()
    }

    #[test]
    fn games_share_sockets() {
        assert_eq!(sockets("--games 100 --spare 28"), 256);
        assert_eq!(sockets("--games 100 --spare 28 --games-per-socket 32"), 8);
        assert_eq!(sockets("--games 100 --spare 29 --games-per-socket 32"), 10);
        assert_eq!(sockets("--games 3 --spare 0 --games-per-socket 2 --spectators 2"), 4 + 6);
        assert_eq!(sockets("--games 3 --spare 0 --games-per-socket 2 --spectators 2 --one-watched"), 4 + 2);
    }

    #[test]
    fn all_four_games_are_dealt_out_unless_there_are_fewer_places_or_others_are_asked_for() {
        let dealt = |line: &str| {
            let words = ["ikibuguzo-loadtest", "closed"].into_iter().chain(line.split(' '));
            let Load::Closed { games } = Arguments::try_parse_from(words).expect("arguments").load else {
                panic!("another load")
            };
            games.in_turn().iter().map(Ruleset::to_string).collect::<Vec<_>>()
        };
        assert_eq!(dealt("--games 100"), ["ikibuguzo:choice", "kubuguza", "njombwa:8", "azigo"]);
        assert_eq!(dealt("--games 2"), ["ikibuguzo:choice", "kubuguza"]);
        assert_eq!(dealt("--games 9 --rules azigo --rules njombwa:10"), ["azigo", "njombwa:10"]);
    }

    #[test]
    fn a_socket_has_at_most_as_many_games_as_the_server_lets_it_follow() {
        for count in ["0", "33"] {
            let words = ["ikibuguzo-loadtest", "closed", "--games", "1", "--games-per-socket", count];
            assert!(Arguments::try_parse_from(words).is_err());
        }
    }
}
