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

use clap::{Args, Parser};
use ikibuguzo_testing::TestDatabase;

/// The one test of this program.
const NAME: &str = "kills";

/// The size of the campaign, and the options of test runners.
#[derive(Debug, Parser)]
pub(crate) struct Options {
    /// Number of kills, at least
    #[arg(long, default_value_t = 50)]
    pub(crate) kills: u32,
    /// Number of acknowledged moves, at least
    #[arg(long, default_value_t = 2_000)]
    pub(crate) moves: usize,
    /// Number of games at a time
    #[arg(long, default_value_t = 8)]
    pub(crate) games: u32,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    harness: Harness,
}

/// The options of Rust's test harness that cargo and nextest pass to every test program.
#[derive(Debug, Args)]
struct Harness {
    /// Names of tests to run; all without one
    #[arg(hide = true)]
    filters: Vec<String>,
    #[arg(long, hide = true)]
    exact: bool,
    #[arg(long, hide = true)]
    skip: Vec<String>,
    #[arg(long, hide = true)]
    list: bool,
    #[arg(long, hide = true)]
    ignored: bool,
    #[arg(long, hide = true)]
    include_ignored: bool,
    #[arg(long, short, hide = true)]
    quiet: bool,
    #[arg(long, hide = true, alias = "no-capture")]
    nocapture: bool,
    #[arg(long, hide = true)]
    show_output: bool,
    #[arg(long, hide = true)]
    format: Option<String>,
    #[arg(long, hide = true)]
    color: Option<String>,
    #[arg(long, hide = true)]
    test_threads: Option<usize>,
}

impl Harness {
    /// Whether the options choose this test.
    fn is_chosen(&self) -> bool {
        let matches =
            |filter: &String| if self.exact { filter == NAME } else { NAME.contains(filter.as_str()) };
        let is_named = self.filters.is_empty() || self.filters.iter().any(matches);
        is_named && !self.skip.iter().any(matches) && (!self.ignored || self.include_ignored)
    }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    let options = Options::parse();
    let is_chosen = options.harness.is_chosen();
    if options.harness.list {
        if is_chosen {
            println!("{NAME}: test");
        }
        return ExitCode::SUCCESS;
    }
    if !is_chosen {
        println!("\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed");
        return ExitCode::SUCCESS;
    }
    print_left_out();
    println!("\nrunning 1 test");
    let violations = campaign::run(&options).await;
    for violation in &violations {
        println!("WRONG: {violation}");
    }
    let (passed, failed) = if violations.is_empty() { (1, 0) } else { (0, 1) };
    println!("test result: {}. {passed} passed; {failed} failed", if failed == 0 { "ok" } else { "FAILED" });
    ExitCode::from(failed)
}

/// Says which tests have not run and how to run them: those on the other database, and those in a browser.
fn print_left_out() {
    match std::env::var(TestDatabase::VARIABLE) {
        Ok(_) => println!("\nThe server's tests keep their games in Postgres."),
        Err(_) => println!(
            "\nThe server's tests keep their games in SQLite. LEFT OUT: Postgres. To run them there as well:\n  \
             {}=postgres://USER@HOST/DATABASE cargo test -p ikibuguzo-server",
            TestDatabase::VARIABLE
        ),
    }
    println!(
        "LEFT OUT: the page in a browser. With Node and Chromium:\n  \
         cargo build --release -p ikibuguzo-server && cd web/test && npm ci && npm run types && npm run unit && npm run browser"
    );
}
