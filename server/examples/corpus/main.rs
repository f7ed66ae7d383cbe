//! Fills a database with finished games and measures the search.
//!
//! ```sh
//! cargo run --release -p ikibuguzo-server --example corpus -- seed --database-url sqlite://corpus.db --games 1000000
//! cargo run --release -p ikibuguzo-server --example corpus -- measure --database-url sqlite://corpus.db
//! ```
//!
//! The games are random games by the rules. The rows are written by the code with which the server writes them.

mod measure;
mod seed;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// When the first game was created: 2016-01-01, in milliseconds since 1970-01-01 UTC.
const FIRST_GAME_AT: u64 = 1_451_606_400_000;

/// Time between the first and the last game: ten years, in milliseconds.
const TIME_SPAN: u64 = 10 * 365 * 86_400_000;

/// Fills a database with finished games and measures the search
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Adds finished games
    Seed(seed::Options),
    /// Measures every kind of page, at the beginning of the list and deep in it
    Measure(measure::Options),
}

#[tokio::main]
async fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Seed(options) => seed::run(&options).await,
        Task::Measure(options) => measure::run(&options).await,
    }
}
