//! Kills a real server with SIGKILL, again and again, while games are played on it, and compares what everybody was
//! told with what is stored at the end: `cargo test -p ikibuguzo-server --test kills -- --kills 1000 --moves 40000`.
//!
//! What is compared: every acknowledged command is in the log, once, as the event that its answer named; no command
//! that was sent again had a second effect; every player and every spectator saw the log's own sequence, without gap,
//! repeat or reordering.

mod campaign;
mod server;
#[path = "../../../testing/src/lib.rs"]
#[expect(dead_code, unused_imports, reason = "a campaign needs little of it")]
mod support;

use std::process::ExitCode;

use clap::Parser;

use support::TestDatabase;

/// How long the campaign goes on.
#[derive(Clone, Copy, Debug, Parser)]
pub(crate) struct Options {
    /// Kills at the least
    #[arg(long, default_value_t = 50)]
    pub(crate) kills: u32,
    /// Acknowledged moves at the least
    #[arg(long, default_value_t = 2_000)]
    pub(crate) moves: usize,
    /// Games at a time
    #[arg(long, default_value_t = 8)]
    pub(crate) games: u32,
    /// What is drawn at random
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How our own options begin; whatever else there is is meant for cargo's test harnesses.
const OURS: [&str; 4] = ["--kill", "--move", "--game", "--seed"];

/// Whether this is the name of another test, and not a number.
fn is_a_name(argument: &str) -> bool {
    argument.parse::<u64>().is_err() && !argument.contains("kills")
}

/// Says which tiers have not run, and how to run them: the other database, and the page in a browser.
fn tell_what_is_left_out() {
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

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> ExitCode {
    // What stands on the line may be meant for other tests: their names, or the test harness's own options.
    let for_others =
        std::env::args().skip(1).any(|argument| !argument.starts_with('-') && is_a_name(&argument));
    if for_others {
        println!("\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed");
        return ExitCode::SUCCESS;
    }
    let is_ours = |argument: String| OURS.iter().any(|ours| argument.starts_with(ours));
    let options =
        if std::env::args().any(is_ours) { Options::parse() } else { Options::parse_from(["kills"]) };
    tell_what_is_left_out();
    println!("\nrunning 1 test");
    let faults = campaign::run(options).await;
    for fault in &faults {
        println!("WRONG: {fault}");
    }
    let (passed, failed) = if faults.is_empty() { (1, 0) } else { (0, 1) };
    println!("test result: {}. {passed} passed; {failed} failed", if failed == 0 { "ok" } else { "FAILED" });
    ExitCode::from(failed)
}
