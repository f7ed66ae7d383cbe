//! The commands of the program.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};
use ikibuguzo_game::calendar::Month;
use ikibuguzo_protocol::{PlayerName, SanctionKind};

use crate::net::network::Network;
use crate::operations::export::Format;

/// The commands other than serving.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Asks a running server whether it is ready; the exit code is 0 if it is, and 1 if not
    Health {
        /// The server, such as http://127.0.0.1:7878; if absent, the one at --listen on this machine
        #[arg(long, value_name = "URL")]
        url: Option<String>,
    },
    /// Copies everything from one database to an empty one; no server may use either of them meanwhile
    Copy {
        /// The database to copy from
        #[arg(long, value_name = "URL")]
        from: String,
        /// The database to copy to; a SQLite file and all tables are created if they are absent
        #[arg(long, value_name = "URL")]
        to: String,
    },
    /// Writes the finished games of a month, or all finished games, to a compressed file, in the form of /api/export
    Dump {
        /// The month in which the games ended, in UTC, such as 2026-11; if absent, all months
        #[arg(long, value_name = "MONTH")]
        month: Option<Month>,
        /// The file to write, such as games.ndjson.gz
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// The format of the games
        #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
        format: Format,
        /// Includes private games
        #[arg(long)]
        by_invitation: bool,
    },
    /// Writes the public games of each past month to a file of its own, with a list of the files, for --published
    Publish {
        /// The folder to write to; it is created if it is absent
        #[arg(long, value_name = "FOLDER")]
        to: PathBuf,
        /// The licence of the files, as an SPDX identifier
        #[arg(long, default_value = "CC0-1.0", value_name = "LICENCE")]
        licence: String,
        /// Also writes the months that are already published, for instance after an import of old games
        #[arg(long)]
        all: bool,
    },
    /// Shows players' reports that wait for a decision
    Reports,
    /// Decides about a player, for example after reports, and settles these reports
    Decide(DecisionOptions),
    /// Shows the addresses that are banned
    Addresses,
    /// Bans an address for a time: nobody can become a player, claim a name or sign in from there
    DecideAddress(AddressDecisionOptions),
    /// Replays every game and compares what is stored beside the logs; the exit code is 0 if all is well, and 3 if something
    /// differs
    Check {
        /// Rebuilds what follows from the logs, and sets apart games that cannot be read; no server may run meanwhile
        #[arg(long)]
        repair: bool,
    },
    /// Computes all ratings again from the rated games, in the order in which they were rated
    Ratings,
    /// Reads games from dumps and exports, or from records of games on a board; each file is imported whole or not at
    /// all, and no game twice
    Import {
        /// The files, compressed or not
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Players in the files are the local players of the same names
        #[arg(long)]
        same_people: bool,
        /// Makes every check and stores nothing
        #[arg(long)]
        check: bool,
    },
}

/// What an operator decides about a player: one of the kinds, and the reason.
#[derive(Args, Clone, Debug)]
#[command(group(ArgGroup::new("decision").required(true)))]
pub struct DecisionOptions {
    /// The player
    #[arg(value_name = "NAME")]
    pub player: PlayerName,
    /// Nothing was wrong
    #[arg(long, group = "decision")]
    pub dismiss: bool,
    /// Shows the player a warning for 30 days
    #[arg(long, group = "decision")]
    pub warn: bool,
    /// Keeps the player from chatting for a number of days
    #[arg(long, group = "decision", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub silence: Option<u32>,
    /// Keeps the player from starting and joining games for a number of days
    #[arg(long, group = "decision", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub ban: Option<u32>,
    /// Ends earlier decisions
    #[arg(long, group = "decision")]
    pub lift: bool,
    /// The reason, which the player sees
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub reason: String,
}

/// What an operator decides about an address: one of the kinds, and the reason.
#[derive(Args, Clone, Debug)]
#[command(group(ArgGroup::new("address-decision").required(true)))]
pub struct AddressDecisionOptions {
    /// The address, or a network such as 192.0.2.0/24 or 2001:db8::/64
    #[arg(value_name = "NETWORK")]
    pub network: Network,
    /// Bans it for a number of hours
    #[arg(long, group = "address-decision", value_name = "HOURS", value_parser = clap::value_parser!(u32).range(1..=876_000))]
    pub ban: Option<u32>,
    /// Ends earlier decisions about the same network
    #[arg(long, group = "address-decision")]
    pub lift: bool,
    /// The reason, which is shown to those who are refused
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub reason: String,
}

impl DecisionOptions {
    /// The kind of the decision, and for how many days it holds.
    pub fn kind(&self) -> (SanctionKind, u32) {
        /// For how long a warning is shown to its player.
        const WARNING_DAYS: u32 = 30;
        match (self.silence, self.ban) {
            (Some(days), _) => (SanctionKind::Silenced, days),
            (_, Some(days)) => (SanctionKind::Banned, days),
            _ if self.warn => (SanctionKind::Warned, WARNING_DAYS),
            _ if self.lift => (SanctionKind::Lifted, 0),
            _ => (SanctionKind::Dismissed, 0),
        }
    }
}
