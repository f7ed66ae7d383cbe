//! Plays games on three servers that share one Postgres while servers, their bus, their database and their clocks fail, and
//! compares what every client saw, and every clock, with the log:
//! `cargo test -p ikibuguzo-server --test weather -- --kills 1000 --rounds 200`.
//!
//! What must hold is what the program `kills` checks, and: every charge is the time that the log has it to be; time is
//! excused where the server of the player to move was dead, and nowhere else; every event has the time at which it came;
//! after each round every list is shown, and no log has a gap, even if the database has lost its newest entries; at the end
//! the command `check` finds nothing.
//!
//! It needs a Postgres (IKIBUGUZO_TEST_DATABASE_URL) and the program `nats-server`, and `faketime` for clocks. Without them
//! it says what it leaves out. It answers the options by which cargo's test runners list and choose tests, as one test
//! named `weather`.

mod fault;
mod plan;
mod refused_writes;
mod rewound_game;
mod forger;
mod imported_game;
mod injector;
mod pauses;
mod campaign;
mod check;
mod lists;
mod figures;
mod requirements;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use ikibuguzo_testing::HarnessOptions;

use fault::FaultKind;

/// The one test of this program.
const NAME: &str = "weather";

/// Servers in the campaign.
const NODES: usize = 3;

/// The size of the campaign, and the options of test runners.
#[derive(Clone, Debug, Parser)]
pub(crate) struct Options {
    /// Number of rounds of faults other than kills
    #[arg(long, default_value_t = 6)]
    pub(crate) rounds: u32,
    /// Number of kills in rounds of kills, at least
    #[arg(long, default_value_t = 30)]
    pub(crate) kills: u32,
    /// The faults: kill, stop, bus, database, storage, clock, and all for rounds with several at once
    #[arg(long, value_delimiter = ',', default_value = "kill,stop,bus,database,storage,clock,all")]
    pub(crate) faults: Vec<FaultKind>,
    /// Number of games at a time
    #[arg(long, default_value_t = 6)]
    pub(crate) games: u32,
    /// How long a stopped server stands still, in seconds
    #[arg(long, default_value_t = 4)]
    pub(crate) stop_seconds: u32,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Folder for the servers' logs, and for the logs of games with violations
    #[arg(long)]
    pub(crate) logs: Option<PathBuf>,

    #[command(flatten)]
    harness: HarnessOptions,
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    let options = Options::parse();
    // What is missing is said when the test runs, not when it is listed.
    let test = async {
        let mut campaign = options.clone();
        match requirements::missing(&mut campaign.faults) {
            Ok(()) => campaign::run(&campaign).await,
            Err(violations) => violations,
        }
    };
    options.harness.run(NAME, test).await
}
