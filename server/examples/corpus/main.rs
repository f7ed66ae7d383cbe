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

use std::time::Duration;

use anyhow::Result;
use clap::{Parser, Subcommand};
use ikibuguzo_protocol::Timestamp;

/// When the first game was created: 2016-01-01.
const FIRST_GAME_AT: Timestamp = Timestamp::from_millis(1_451_606_400_000);

/// Time between the first and the last game: ten years.
const TIME_SPAN: Duration = Duration::from_hours(10 * 365 * 24);

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
