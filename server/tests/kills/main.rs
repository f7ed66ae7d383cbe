//! Kills a real server with SIGKILL at random moments while games are played on it, and compares what every client saw
//! with the log: `cargo test -p ikibuguzo-server --test kills -- --kills 1000 --moves 40000`.
//!
//! What must hold: every acknowledged command is in the log once, as the event that its acknowledgement named; a command
//! that was sent again has no second effect; every player and every spectator saw the events of the log in order,
//! without a gap or a repeat.
//!
//! The program answers the options by which cargo's test runners list and choose tests, as one test named `kills`.

mod campaign;
mod server;

use std::process::ExitCode;

use clap::Parser;
use ikibuguzo_testing::{FULL_TESTS, HarnessOptions, TestDatabase, repetitions};

/// The one test of this program.
const NAME: &str = "kills";

/// The size of the campaign, and the options of test runners.
#[derive(Debug, Parser)]
pub(crate) struct Options {
    /// Number of kills, at least
    #[arg(long, default_value_t = repetitions(50) as u32)]
    pub(crate) kills: u32,
    /// Number of acknowledged moves, at least
    #[arg(long, default_value_t = repetitions(2_000))]
    pub(crate) moves: usize,
    /// Number of games at a time
    #[arg(long, default_value_t = 8)]
    pub(crate) games: u32,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    harness: HarnessOptions,
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    let options = Options::parse();
    let test = async {
        print_left_out();
        campaign::run(&options).await
    };
    options.harness.run(NAME, test).await
}

/// Says which tests have not run and how to run them: those on the other database, long ones, and those in a browser.
fn print_left_out() {
    match std::env::var(TestDatabase::VARIABLE) {
        Ok(_) => println!("\nThe server's tests keep their games in Postgres."),
        Err(_) => println!(
            "\nThe server's tests keep their games in SQLite. LEFT OUT: Postgres. To run them there as well:\n  \
             {}=postgres://USER@HOST/DATABASE cargo test -p ikibuguzo-server",
            TestDatabase::VARIABLE
        ),
    }
    if std::env::var_os(FULL_TESTS).is_none() {
        println!(
            "LEFT OUT: tests that take minutes (listed as ignored), and nine tenths of the random games, kills and inputs. To run \
             the latter:\n  {FULL_TESTS}=1 cargo test --workspace"
        );
    }
    println!(
        "LEFT OUT: the page in a browser. With Node and Chromium:\n  \
         cargo build --release -p ikibuguzo-server && cd web/test && npm ci && npm run types && npm run unit && npm run browser"
    );
}
