//! Fills a database with finished games, and measures how the history is found in it.
//!
//! ```sh
//! cargo run --release -p ikibuguzo-server --example corpus -- seed --database-url sqlite://corpus.db --games 1000000
//! cargo run --release -p ikibuguzo-server --example corpus -- measure --database-url sqlite://corpus.db
//! ```
//!
//! The games are random, but played by the rules to their end, each by its own chance; the rows are written through
//! the server's own tables, in the way in which it writes them.

mod measure;
mod seed;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// When the first game was created: 2016-01-01, in milliseconds since 1970-01-01 UTC.
const FIRST: u64 = 1_451_606_400_000;

/// From the first game to the last: ten years, in milliseconds.
const SPAN: u64 = 10 * 365 * 86_400_000;

/// Fills a database with finished games, and measures how the history is found in it.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Adds finished games
    Seed(seed::Options),
    /// Asks the server for pages of every kind, at the beginning of the list and deep in it
    Measure(measure::Options),
}

#[tokio::main]
async fn main() -> Result<()> {
    match Arguments::parse().task {
        Task::Seed(options) => seed::run(&options).await,
        Task::Measure(options) => measure::run(&options).await,
    }
}
